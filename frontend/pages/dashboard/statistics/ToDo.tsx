import { Link } from 'wouter';
import type { StatisticsView } from '#contract/orders/statistics.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useWork } from '../../../api/admin/work.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { orderViewAddresses } from '../orders/views/orderViews.ts';
import { Section } from '../Section.tsx';
import styles from './ToDo.module.css';

const parts = {
  count: (text: string) => <span className={`numbers ${styles.count}`}>{text}</span>,
  text: (text: string) => <span className="text-note">{text}</span>,
};

/** What waits for the admins, each with a link to where it is done. */
export function ToDo({ view }: { view: StatisticsView }) {
  // The sidebar counts more often than the statistics are read.
  const waits = useWork();
  const { ordersToShip, ordersToCollect, commentsWaiting, unsentMails } = waits ?? view;
  const { soldOut, low } = view.lowStock;
  const work: [text: (values: { count: number }) => string, count: number | null, href: string][] = [
    [m.statistics.toDoShip, ordersToShip, orderViewAddresses.toShip],
    [m.statistics.toDoCollect, ordersToCollect, orderViewAddresses.toCollect],
    [m.statistics.toDoOverdue, waits?.returnsOverdue ?? null, `${pagePatterns.returns}?overdue=true`],
    [m.statistics.toDoReturns, waits?.returnsRequested ?? null, `${pagePatterns.returns}?state=requested`],
    [m.statistics.toDoWithdrawals, waits?.withdrawalsWaiting ?? null, pagePatterns.withdrawals],
    [m.statistics.toDoComments, commentsWaiting, `${pagePatterns.comments}?status=waiting`],
    [m.statistics.toDoReports, waits?.reportsOpen ?? null, `${pagePatterns.commentReports}?status=open`],
    [m.statistics.toDoEmails, unsentMails, pagePatterns.unsentMails],
    [m.statistics.toDoSoldOut, soldOut, `${pagePatterns.products}?availability=soldOut`],
    [m.statistics.toDoLow, low, `${pagePatterns.products}?availability=low`],
  ];
  const waiting = work.filter(([, count]) => count);
  return (
    <Section title={m.statistics.toDo()} small>
      {waiting.length === 0 ? (
        <p className="with-icon soft text-note">
          <Icon name="check" />
          {m.statistics.allDone()}
        </p>
      ) : (
        <ul className={styles.work}>
          {waiting.map(([text, count, href]) => (
            <li key={href}>
              <Link href={href} className={`tinting ${styles.item}`}>
                <Sentence of={text({ count: count ?? 0 })} parts={parts} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
