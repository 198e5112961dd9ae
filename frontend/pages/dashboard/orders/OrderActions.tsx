import { formatAmount } from '#contract/money.ts';
import type { AdminOrderView, OrderColumn } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { checkOrder, refundOrder } from '../../../api/admin/orders.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { RowMenu, RowMenuItem } from '../table/RowMenu.tsx';
import { useCan } from '../useCan.ts';
import styles from './OrdersPage.module.css';

type OrderActionsProps = {
  order: AdminOrderView;
  request: TableRequest<OrderColumn>;
};

/** What comes next for an order, on its page, and in a menu what is rare: to check its payment or to give it back. */
export function OrderActions({ order, request }: OrderActionsProps) {
  const can = useCan();
  const { _id, number, state, fulfilment, country } = order;
  const isWaiting = state === 'paid' && fulfilment === 'open' && can('orders.fulfil');
  const canCheck = state === 'pending' && can('orders.check');
  const canRefund = state === 'paid' && can('orders.refund');
  const name = <span className="visually-hidden"> order {number}</span>;
  return (
    <div className={`row gap-1 ${styles.actions}`}>
      {isWaiting && (
        <ButtonLink size="small" className="bordered-action" href={pageAddress('adminOrder', { orderId: _id })}>
          {country === null ? 'Hand over' : 'Ship'}
          {name}
        </ButtonLink>
      )}
      {(canCheck || canRefund) && (
        <RowMenu name={`order ${number}`}>
          {canCheck && (
            <RowMenuItem onPress={() => void checkOrder(request, order)}>
              Check payment status<span className="visually-hidden"> of order {number}</span>
            </RowMenuItem>
          )}
          {canRefund && <RowMenuItem onPress={() => void askToRefund(request, order)}>Refund{name}</RowMenuItem>}
        </RowMenu>
      )}
    </div>
  );
}

async function askToRefund(request: TableRequest<OrderColumn>, order: AdminOrderView): Promise<void> {
  const { number, amount, currency, shopper } = order;
  const text = (
    <p>
      Refund <strong>{formatAmount(amount, currency)}</strong> to{' '}
      {shopper ? `${shopper.username}'s card` : 'the card that paid'}? This can't be undone.
    </p>
  );
  if (await confirm({ title: `Refund order ${number}`, text, action: 'Refund' })) void refundOrder(request, order);
}
