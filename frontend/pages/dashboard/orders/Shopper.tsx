import { Link } from 'wouter';
import type { AdminOrderView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { useCan } from '../useCan.ts';
import styles from './OrdersPage.module.css';

/** An order's customer, or a note if the account was deleted. */
export function Shopper({ shopper }: Pick<AdminOrderView, 'shopper'>) {
  const can = useCan();
  if (shopper === null) return <span className="soft">Deleted user</span>;
  const title = `${shopper.username}, ${shopper.email}`;
  return can('users.read') ? (
    <Link href={pageAddress('editUser', { userId: shopper._id })} className={styles.shopper} title={title}>
      {shopper.username}
    </Link>
  ) : (
    <span className={styles.shopper} title={title}>
      {shopper.username}
    </span>
  );
}
