import { Link } from 'wouter';
import { formatNumber, type Noun, pluralOf } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { StatisticsView } from '#contract/statistics.ts';
import { useWork } from '../../../api/admin/work.ts';
import { Icon } from '../../../components/Icon.tsx';
import { orderViewAddresses } from '../orders/views/orderViews.ts';
import { Section } from '../Section.tsx';
import styles from './ToDo.module.css';

const nouns = {
  toShip: { one: 'order to ship', other: 'orders to ship' },
  toCollect: { one: 'order to be collected', other: 'orders to be collected' },
  comments: { one: 'comment to moderate', other: 'comments to moderate' },
  emails: { one: 'email not sent', other: 'emails not sent' },
  soldOut: { one: 'product sold out', other: 'products sold out' },
  low: { one: 'product low on stock', other: 'products low on stock' },
} satisfies Record<string, Noun>;

/** What waits for the admins, each with a link to where it is done. */
export function ToDo({ view }: { view: StatisticsView }) {
  // The sidebar counts more often than the statistics are read.
  const { ordersToShip, ordersToCollect, commentsWaiting, unsentMails } = useWork() ?? view;
  const { soldOut, low } = view.lowStock;
  const work: [noun: Noun, count: number | null, href: string][] = [
    [nouns.toShip, ordersToShip, orderViewAddresses.toShip],
    [nouns.toCollect, ordersToCollect, orderViewAddresses.toCollect],
    [nouns.comments, commentsWaiting, `${pagePatterns.comments}?status=waiting`],
    [nouns.emails, unsentMails, pagePatterns.unsentMails],
    [nouns.soldOut, soldOut, `${pagePatterns.products}?availability=soldOut`],
    [nouns.low, low, `${pagePatterns.products}?availability=low`],
  ];
  const waiting = work.filter(([, count]) => count);
  return (
    <Section title="To do" small>
      {waiting.length === 0 ? (
        <p className="with-icon soft text-note">
          <Icon name="check" />
          All caught up. Nothing is waiting for you.
        </p>
      ) : (
        <ul className={styles.work}>
          {waiting.map(([noun, count, href]) => (
            <li key={noun.one}>
              <Link href={href} className={`tinting ${styles.item}`}>
                <span className={`numbers ${styles.count}`}>{formatNumber(count ?? 0)}</span>{' '}
                <span className="text-note">{pluralOf(count ?? 0, noun)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
