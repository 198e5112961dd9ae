import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { convertCents, formatMinorUnits, toCents } from '#contract/money.ts';
import type { AdminOrderView } from '#contract/orders.ts';
import { Dialog } from '../../../components/Dialog.tsx';
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
          <Lines order={order} />
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

/** Lines are in the order's currency, each rounded by itself; the total is what is charged. */
function Lines({ order: { lines, currency, amount } }: { order: AdminOrderView }) {
  return (
    <div>
      <ul className={styles.lines}>
        {lines.map(({ productId, title, price, count }) => (
          <li key={productId} className={styles.line}>
            <span className={styles.what}>
              <Link href={`/product/${productId}`} className={styles.product}>
                {title}
              </Link>{' '}
              × {count}
            </span>
            <span className={styles.amount}>
              {formatMinorUnits(convertCents(toCents(price) * count, currency), currency)}
            </span>
          </li>
        ))}
        {lines.length === 0 && <li className={styles.line}>A payment without goods</li>}
      </ul>
      <p className={styles.total}>
        <span>Total</span>
        <span className={styles.amount}>{formatMinorUnits(toCents(amount), currency)}</span>
      </p>
    </div>
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
