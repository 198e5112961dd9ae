import { formatAmount } from '#contract/money.ts';
import type { AdminOrderView, OrderColumn } from '#contract/orders.ts';
import { checkOrder, refundOrder } from '../../../api/admin/orders.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { useCan } from '../useCan.ts';
import styles from './OrdersPage.module.css';

type OrderActionProps = {
  order: AdminOrderView;
  request: TableRequest<OrderColumn>;
};

/** The action for an order's payment: refunds a paid one, checks a pending one. */
export function OrderAction({ order, request }: OrderActionProps) {
  const can = useCan();
  if (order.state === 'pending' && can('orders.check')) {
    return (
      <ActionButton
        size="small"
        className={`bordered-action ${styles.check}`}
        action={() => checkOrder(request, order)}
      >
        Check payment status<span className="visually-hidden"> of order {order.number}</span>
      </ActionButton>
    );
  }
  if (order.state !== 'paid' || !can('orders.refund')) return null;
  return (
    <Button size="small" variant="quiet" onClick={() => askToRefund(request, order)}>
      Refund<span className="visually-hidden"> order {order.number}</span>
    </Button>
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
