import { useState } from 'react';
import type { AdminOrderView, OrderColumn } from '#contract/orders.ts';
import { checkOrder } from '../../../api/admin/orders.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Button } from '../../../components/Button.tsx';
import { useCan } from '../useCan.ts';
import styles from './OrdersPage.module.css';

type OrderActionProps = {
  order: AdminOrderView;
  request: TableRequest<OrderColumn>;
  onRefund: (order: AdminOrderView) => void;
};

/** The action for an order's payment: refunds a paid one, checks a pending one. */
export function OrderAction({ order, request, onRefund }: OrderActionProps) {
  const [isChecking, setIsChecking] = useState(false);
  const can = useCan();
  const hiddenName = <span className="visually-hidden"> of order {order.number}</span>;

  const check = async () => {
    setIsChecking(true);
    await checkOrder(request, order);
    setIsChecking(false);
  };

  // The button keeps the focus until the response arrives.
  if (can('orders.check') && (order.state === 'pending' || isChecking)) {
    return (
      <Button size="small" className={styles.check} busy={isChecking} onClick={check}>
        Check payment status{hiddenName}
      </Button>
    );
  }
  if (order.state !== 'paid' || !can('orders.refund')) return null;
  return (
    <Button size="small" variant="quiet" onClick={() => onRefund(order)}>
      Refund<span className="visually-hidden"> order {order.number}</span>
    </Button>
  );
}
