import type { SalesView } from '#contract/orders/statistics.ts';
import { formatAmount } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Panel } from '../../../components/Panel.tsx';
import { shortDay } from '../../../texts/dates.ts';
import { axisEnd } from './chart.ts';
import styles from './DailyChart.module.css';

type Days = SalesView['days'];
type Day = Days[number];

/** Revenue and paid orders by day in one currency, as bars and, with refunds, as a table. */
export function DailyChart({ sales: { currency, days, lost = 0 } }: { sales: SalesView }) {
  const money = (amount: number) => formatAmount(amount, currency);
  return (
    <Panel as="div" className="padded stack">
      <div className={styles.charts}>
        <Bars
          title={m.statistics.revenue()}
          describe={m.statistics.revenueByDay}
          days={days}
          read={({ revenue }) => revenue}
          format={money}
          formatAxis={(amount) => formatAmount(amount, currency, 0)}
        />
        <Bars
          title={m.statistics.paidOrders()}
          describe={m.statistics.paidByDay}
          days={days}
          read={({ orders }) => orders}
          format={formatNumber}
          formatAxis={formatNumber}
        />
      </div>
      <details className="plain-details">
        <summary>{m.statistics.viewAsTable()}</summary>
        <table className={`plain-table figures-table ${styles.table}`}>
          <caption className="visually-hidden">{m.statistics.bySalesDay({ currency })}</caption>
          <thead>
            <tr>
              <th scope="col">{m.statistics.day()}</th>
              <th scope="col">{m.statistics.paidOrders()}</th>
              <th scope="col">{m.statistics.revenue()}</th>
              <th scope="col">{lost === 0 ? m.statistics.refunded() : m.statistics.refundedOrLost()}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, orders, revenue, refunded }) => (
              <tr key={day}>
                <th scope="row">{shortDay(day)}</th>
                <td>{formatNumber(orders)}</td>
                <td>{money(revenue)}</td>
                <td>{money(refunded)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}

/** In units of the drawing, which stretches to fill its container. */
const BAR = 10;
const GAP = 3;
const HEIGHT = 100;

type BarsProps = {
  title: string;
  /** Describes the bars. `peak` is the highest value, and `day` its day. */
  describe: (values: { total: string; days: number; day: string; peak: string }) => string;
  days: Days;
  read: (day: Day) => number;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
};

function Bars({ title, describe, days, read, format, formatAxis }: BarsProps) {
  const total = days.reduce((sum, day) => sum + read(day), 0);
  const peak = days.reduce((highest, day) => (read(day) > read(highest) ? day : highest));
  const end = axisEnd(read(peak));
  const summary = describe({
    total: format(total),
    days: days.length,
    day: shortDay(peak.day),
    peak: format(read(peak)),
  });
  return (
    <figure className="stack gap-2">
      <figcaption className="soft text-small">
        {title} <strong className={`numbers ${styles.total}`}>{format(total)}</strong>
      </figcaption>
      <div className={styles.plot}>
        <div className={`soft numbers text-small ${styles.axis}`} aria-hidden="true">
          {formatAxis(end)}
        </div>
        <svg
          className={`mirrored ${styles.bars}`}
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${days.length * (BAR + GAP) - GAP} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {days.map((day, index) => (
            <g key={day.day} className={styles.day}>
              <title>{`${shortDay(day.day)}: ${format(read(day))}`}</title>
              <rect className={styles.ground} x={index * (BAR + GAP)} width={BAR} height={HEIGHT} />
              <Bar x={index * (BAR + GAP)} fraction={read(day) / end} />
            </g>
          ))}
        </svg>
      </div>
      <div className="row spread soft text-small" aria-hidden="true">
        <span>{shortDay(days[0]?.day ?? '')}</span>
        <span>{shortDay(days.at(-1)?.day ?? '')}</span>
      </div>
    </figure>
  );
}

/** The height of the smallest visible bar. */
const MIN_HEIGHT = 1.5;

function Bar({ x, fraction }: { x: number; fraction: number }) {
  const height = fraction === 0 ? 0 : Math.max(fraction * HEIGHT, MIN_HEIGHT);
  return <rect className={styles.bar} x={x} y={HEIGHT - height} width={BAR} height={height} />;
}
