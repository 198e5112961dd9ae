import type { ReactNode } from 'react';
import type { AdminOrderView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { OrderLines } from '../../../components/order/OrderLines.tsx';
import { DateAndTime } from '../Moment.tsx';
import styles from './OrderDialog.module.css';
import { OrderState } from './OrderState.tsx';
import { Shopper } from './Shopper.tsx';

type OrderDialogProps = {
  /** Null while the dialog is closed. */
  order: AdminOrderView | null;
  onClose: () => void;
};

/** The details of one order. */
export function OrderDialog({ order, onClose }: OrderDialogProps) {
  return (
    <Dialog open={order !== null} title={`Order ${order?.number ?? ''}`} onClose={onClose}>
      {order && (
        <>
          <OrderLines order={order} scrolling />
          <dl className="stack gap-2 text-compact">
            <Fact name="Status">
              <OrderState state={order.state} />
            </Fact>
            <Fact name="Placed">
              <DateAndTime date={order.date} />
            </Fact>
            <Fact name="Last checked">
              <DateAndTime date={order.checkedAt} />
            </Fact>
            <Fact name="Customer">
              <Shopper shopper={order.shopper} />
              {order.shopper && <p className="soft text-small">{order.shopper.email}</p>}
            </Fact>
            <Fact name="Payment ID">
              <span className={styles.id}>{order.paymentIntentId ?? 'None yet'}</span>
            </Fact>
          </dl>
          <p className={styles.manage}>
            <ButtonLink variant="primary" href={pageAddress('adminOrder', { orderId: order._id })}>
              Open order
            </ButtonLink>
          </p>
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
