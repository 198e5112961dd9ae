import { useState } from 'react';
import type { AdminOrderView } from '#contract/orders.ts';
import { Button } from '../../../components/Button.tsx';
import { askProviderAgain } from '../../../stores/dashboard/orders.ts';
import styles from './OrdersPage.module.css';

type OrderActionProps = { order: AdminOrderView; onRefund: (order: AdminOrderView) => void };

/** What can be done about an order's payment: one that is paid goes back, one that is pending is asked about. */
export function OrderAction({ order, onRefund }: OrderActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const spoken = <span className="visually-hidden"> about order {order.number}</span>;

  const ask = async () => {
    setIsAsking(true);
    await askProviderAgain(order);
    setIsAsking(false);
  };

  // As long as the answer is on its way the button stays, with the focus.
  if (order.state === 'pending' || isAsking) {
    return (
      <Button size="small" className={styles.ask} busy={isAsking} onClick={ask}>
        Ask the provider again{spoken}
      </Button>
    );
  }
  if (order.state !== 'paid') return null;
  return (
    <Button size="small" variant="quiet" onClick={() => onRefund(order)}>
      Refund<span className="visually-hidden"> order {order.number}</span>
    </Button>
  );
}
