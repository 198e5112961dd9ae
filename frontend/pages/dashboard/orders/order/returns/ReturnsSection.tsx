import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import type { WithdrawalView } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import { Sentence } from '../../../../../components/Sentence.tsx';
import { DateAndTime } from '../../../Moment.tsx';
import { Section } from '../../../Section.tsx';
import { Return } from './Return.tsx';
import styles from './ReturnsSection.module.css';

/** What the shopper withdrew from and sends back, with the next steps of each return. */
export function ReturnsSection({ order }: { order: AdminOrderDetailView }) {
  const { returns, withdrawals } = order;
  if (returns.length === 0 && withdrawals.length === 0) return null;
  return (
    <Section title={m.adminReturns.title()}>
      {withdrawals.length > 0 && (
        <ul className="stack gap-2">
          {withdrawals.map((withdrawal) => (
            <Statement key={withdrawal.reference} withdrawal={withdrawal} />
          ))}
        </ul>
      )}
      {returns.length > 0 && (
        <ul className={styles.returns}>
          {returns.map((goods) => (
            <Return key={goods._id} goods={goods} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Statement({ withdrawal: { reference, receivedAt, isLate, note, lines } }: { withdrawal: WithdrawalView }) {
  return (
    <li>
      <p>
        <Sentence
          of={m.adminReturns.stated({ reference })}
          parts={{ date: () => <DateAndTime date={receivedAt} />, strong: (text) => <strong>{text}</strong> }}
        />
        {isLate && <span className="medium danger"> {m.adminReturns.late()}</span>}
      </p>
      {lines.length === 0 && <p className="soft text-note">{m.adminReturns.unitsOpen()}</p>}
      {note && (
        <p className="soft multiline breaks text-note" dir="auto">
          {note}
        </p>
      )}
    </li>
  );
}
