import { formatLineTotal, formatMinorUnits, toCents } from '#contract/money.ts';
import type { Quote } from '../../stores/payment.ts';
import { Summary } from './Summary.tsx';

/** The lines of the order being paid. */
export function PaymentSummary({ quote: { lines, currency, totalMinorUnits } }: { quote: Quote }) {
  const rows = lines.map((line) => ({
    key: line._id,
    name: (
      <>
        <bdi>{line.title}</bdi> × {line.count}
      </>
    ),
    value: formatLineTotal(toCents(line.price), line.count, currency),
  }));
  return <Summary title="Your order" rows={rows} total={formatMinorUnits(totalMinorUnits, currency)} />;
}
