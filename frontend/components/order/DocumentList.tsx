import type { DocumentView } from '#contract/orders/documents.ts';
import type { OrderView } from '#contract/orders/orders.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { saveIssued } from '../../api/documents.ts';
import { showFailure } from '../../api/errors.ts';
import { longDate } from '../../texts/dates.ts';
import { ActionButton } from '../ActionButton.tsx';
import { hidden, Sentence } from '../Sentence.tsx';
import styles from './DocumentList.module.css';

type DocumentListProps = { order: Pick<OrderView, '_id'>; documents: readonly DocumentView[] };

/** The invoice and the credit notes of an order, to download. */
export function DocumentList({ order, documents }: DocumentListProps) {
  return (
    <ul className="divided">
      {documents.map((document) => (
        <li key={document._id} className={`row spread ${styles.document}`}>
          <div>
            <p className="breaks">
              <Sentence of={titleOf(document)} parts={{ number: (text) => <span className="nowrap">{text}</span> }} />
            </p>
            <p className="soft text-note">
              <time dateTime={document.date}>{longDate(document.date)}</time>
              <span aria-hidden="true"> · </span>
              <span className="numbers">{formatAmount(document.amount, document.currency)}</span>
            </p>
          </div>
          <ActionButton size="small" action={() => saveIssued(order, document).catch(showFailure)}>
            <Sentence of={m.documentList.download({ number: document.number })} parts={{ hidden }} />
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

/** Its kind and, as a part that stays on one line, its number. */
function titleOf({ kind, number }: DocumentView): string {
  const text = kind === 'invoice' ? m.documents.invoice : m.documents.creditNote;
  return text({ number: `<number>${number}</number>` });
}
