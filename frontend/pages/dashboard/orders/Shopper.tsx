import { Link } from 'wouter';
import type { AdminOrderView } from '#contract/orders/orders.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useCan } from '../useCan.ts';

/** An order's customer, or a note if the account was deleted. */
export function Shopper({ shopper }: Pick<AdminOrderView, 'shopper'>) {
  const can = useCan();
  if (shopper === null) return <span className="soft">{m.adminOrders.deletedUser()}</span>;
  const title = `${shopper.username}, ${shopper.email}`;
  return can('users.read') ? (
    <Link href={pageAddress('editUser', { userId: shopper._id })} className="clamp breaks quiet-link" title={title}>
      {shopper.username}
    </Link>
  ) : (
    <span className="clamp breaks quiet-link" title={title}>
      {shopper.username}
    </span>
  );
}
