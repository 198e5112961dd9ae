import { useSearch } from 'wouter';
import type { VatRowView } from '#contract/orders/documents.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { countryName } from '#contract/values/addresses.ts';
import { formatAmount } from '#contract/values/money.ts';
import { formatDecimal, formatNumber } from '#contract/values/numbers.ts';
import { isDay } from '#contract/values/text.ts';
import { currentLanguage, m } from '#messages';
import { type Period, saveReport, vatReport } from '../../../api/admin/vatReport.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { navigate } from '../../../browser/address.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { today } from '../../../texts/dates.ts';
import { DayField } from '../DayField.tsx';
import { Fact } from '../Fact.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { periodOf } from './periods.ts';
import styles from './VatReportPage.module.css';

/** What the shop owes, by its documents. */
export default function VatReportPage() {
  const period = usePeriod();
  const report = useRemote(vatReport, period, { keepsPrevious: true });
  const { data: rows, failure, isLoading, retry } = report;
  return (
    <>
      <ScreenHead
        actions={
          <>
            <ActionButton size="small" action={() => saveReport('vat', period)}>
              {m.vatReport.downloadVat()}
            </ActionButton>
            <ActionButton size="small" action={() => saveReport('documents', period)}>
              {m.vatReport.downloadDocuments()}
            </ActionButton>
          </>
        }
      />
      <p className="soft narrow">{m.vatReport.lead()}</p>
      <Periods period={period} />
      {failure && <FailureNotice message={failure} onRetry={retry} busy={isLoading} />}
      {!failure && !rows && <Skeleton height="12rem" />}
      {!failure && rows && (
        <div className={`stack ${styles.rows}`} aria-busy={report.isPrevious}>
          <Rows rows={rows} />
        </div>
      )}
    </>
  );
}

/** The days of the address: this quarter without any. */
function usePeriod(): Period {
  const query = new URLSearchParams(useSearch());
  const usual = periodOf(today(), 'quarter');
  const [from = usual.from, to = usual.to] = ['from', 'to'].map((name) => {
    const day = query.get(name) ?? '';
    return isDay(day) ? day : undefined;
  });
  return { from, to };
}

function show(period: Period): void {
  navigate(`${pagePatterns.vatReport}?${new URLSearchParams(period)}`, { replace: true });
}

function Periods({ period }: { period: Period }) {
  const now = today();
  const choices = [
    [m.vatReport.thisMonth(), periodOf(now, 'month')],
    [m.vatReport.lastMonth(), periodOf(now, 'month', -1)],
    [m.vatReport.thisQuarter(), periodOf(now, 'quarter')],
    [m.vatReport.lastQuarter(), periodOf(now, 'quarter', -1)],
  ] as const;
  return (
    <fieldset className="cluster gap-3 row-gap-3" aria-label={m.vatReport.period()}>
      <DayField label={m.vatReport.from()} value={period.from} onChange={(from) => from && show({ ...period, from })} />
      <DayField label={m.vatReport.to()} value={period.to} onChange={(to) => to && show({ ...period, to })} />
      <div className="cluster gap-2">
        {choices.map(([name, choice]) => (
          <Button
            key={name}
            size="small"
            className={styles.choice}
            aria-pressed={choice.from === period.from && choice.to === period.to}
            onClick={() => show(choice)}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

const nameOf = (country: string) => (country ? countryName(country) : m.vatReport.nowhere());

/** In the order of the names of their countries; those of one country as they are. */
function byName(rows: readonly VatRowView[]): VatRowView[] {
  const { compare } = new Intl.Collator(currentLanguage().locale);
  return rows.toSorted((one, other) => compare(nameOf(one.country), nameOf(other.country)));
}

function Rows({ rows }: { rows: readonly VatRowView[] }) {
  if (rows.length === 0) return <p className="soft">{m.vatReport.none()}</p>;
  const hasForeign = rows.some(({ currency }) => currency !== 'EUR');
  const total = (field: 'netEur' | 'vatEur') => rows.reduce((sum, row) => sum + row[field], 0);
  const euro = (amount: number) => formatAmount(amount, 'EUR');
  return (
    <>
      <dl className={`facts ${styles.sums}`}>
        <Fact name={m.vatReport.netEur()} className="card">
          {euro(total('netEur'))}
        </Fact>
        <Fact name={m.vatReport.vatEur()} className="card">
          {euro(total('vatEur'))}
        </Fact>
      </dl>
      <Panel as="div" className={`padded ${styles.frame}`} tabIndex={0}>
        <table className={`plain-table figures-table ${styles.table}`}>
          <caption className="visually-hidden">{m.vatReport.title()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.vatReport.country()}</th>
              <th scope="col">{m.vatReport.rate()}</th>
              <th scope="col">{m.vatReport.documents()}</th>
              <th scope="col">{m.vatReport.net()}</th>
              <th scope="col">{m.vatReport.vat()}</th>
              {hasForeign && <th scope="col">{m.vatReport.netEur()}</th>}
              {hasForeign && <th scope="col">{m.vatReport.vatEur()}</th>}
            </tr>
          </thead>
          <tbody>
            {byName(rows).map(({ country, rate, currency, net, vat, netEur, vatEur, documents }) => (
              <tr key={`${country} ${rate} ${currency}`}>
                <th scope="row">{nameOf(country)}</th>
                <td>{m.documents.percent({ rate: formatDecimal(rate) })}</td>
                <td>{formatNumber(documents)}</td>
                <td>{formatAmount(net, currency)}</td>
                <td>{formatAmount(vat, currency)}</td>
                {hasForeign && <td>{euro(netEur)}</td>}
                {hasForeign && <td>{euro(vatEur)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{m.vatReport.total()}</th>
              <td />
              <td />
              {hasForeign && <td />}
              {hasForeign && <td />}
              <td>{euro(total('netEur'))}</td>
              <td>{euro(total('vatEur'))}</td>
            </tr>
          </tfoot>
        </table>
      </Panel>
    </>
  );
}
