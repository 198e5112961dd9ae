import { Link } from 'wouter';
import { formatNumber, pluralOf } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { AdminUserView } from '#contract/users.ts';
import { Badge } from '../../../components/Badge.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { longDate } from '../../../texts/dates.ts';
import { SecondFactorsSwitch } from './SecondFactorsSwitch.tsx';
import styles from './UserFacts.module.css';

type UserFactsProps = { user: AdminUserView };

/** A user's read-only details. */
export function UserFacts({ user }: UserFactsProps) {
  const { email, verifiedAt, date, orderCount } = user;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Email</dt>
        <dd>
          {email} {verifiedAt === null && <Badge tone="quiet">Not confirmed</Badge>}
        </dd>
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
              {formatNumber(orderCount)}
              <span className="visually-hidden"> {pluralOf(orderCount, adminNouns.order)}</span>
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>Two-step login</dt>
        <dd>
          <SecondFactorsSwitch user={user} />
        </dd>
      </div>
    </dl>
  );
}
