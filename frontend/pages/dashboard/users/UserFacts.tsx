import { Link } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { AdminUserView } from '#contract/users.ts';
import { longDate } from '../../../components/longDate.ts';
import styles from './UserFacts.module.css';

type UserFactsProps = { user: Pick<AdminUserView, 'email' | 'date' | 'orderCount'> };

/** What the shop knows of a user that nobody can change: the email by which they log in, and their past. */
export function UserFacts({ user: { email, date, orderCount } }: UserFactsProps) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>Registered</dt>
        <dd>
          <time dateTime={date}>{longDate(date)}</time>
        </dd>
      </div>
      <div>
        <dt>Orders</dt>
        <dd>
          {orderCount === 0 ? (
            'None'
          ) : (
            <Link href={`${pagePatterns.orders}?${new URLSearchParams({ search: email })}`}>
              {orderCount.toLocaleString('en-US')}
              <span className="visually-hidden"> {orderCount === 1 ? 'order' : 'orders'}, see them</span>
            </Link>
          )}
        </dd>
      </div>
    </dl>
  );
}
