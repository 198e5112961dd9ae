import type { ReactNode } from 'react';
import type { AdminOrderView } from '#contract/orders.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { OrderLines } from '../../../components/OrderLines.tsx';
import { DateAndTime } from '../Moment.tsx';
import styles from './OrderDialog.module.css';
import { OrderState } from './OrderState.tsx';
import { Shopper } from './Shopper.tsx';

type OrderDialogProps = {
  /** The order that is shown; null while none is. */
  order: AdminOrderView | null;
  onClose: () => void;
};

/** One order with everything that is known of it. */
export function OrderDialog({ order, onClose }: OrderDialogProps) {
  return (
    <Dialog open={order !== null} title={`Order ${order?.number ?? ''}`} onClose={onClose}>
      {order && (
        <>
          <OrderLines order={order} scrolling />
          <dl className={styles.facts}>
            <Fact name="State">
              <OrderState state={order.state} />
            </Fact>
            <Fact name="Placed">
              <DateAndTime date={order.date} />
            </Fact>
            <Fact name="Last checked">
              <DateAndTime date={order.checkedAt} />
            </Fact>
            <Fact name="Shopper">
              <Shopper shopper={order.shopper} />
              {order.shopper && <p className={styles.email}>{order.shopper.email}</p>}
            </Fact>
            <Fact name="Provider’s id">
              <span className={styles.id}>{order.paymentIntentId ?? 'None yet'}</span>
            </Fact>
          </dl>
        </>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
