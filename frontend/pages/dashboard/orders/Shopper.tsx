import { Link } from 'wouter';
import type { AdminOrderView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import styles from './OrdersPage.module.css';

/** An order's customer, or a note if the account was deleted. */
export function Shopper({ shopper }: Pick<AdminOrderView, 'shopper'>) {
  if (shopper === null) return <span className={styles.deleted}>Deleted user</span>;
  return (
    <Link
      href={pageAddress('editUser', { userId: shopper._id })}
      className={styles.shopper}
      title={`${shopper.username}, ${shopper.email}`}
    >
      {shopper.username}
    </Link>
  );
}
