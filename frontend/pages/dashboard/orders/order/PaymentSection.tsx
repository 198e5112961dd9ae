import type { AdminOrderDetailView } from '#contract/orders.ts';
import { checkPayment } from '../../../../api/admin/order.ts';
import { Button } from '../../../../components/Button.tsx';
import { useAction } from '../../actions.ts';
import { DateAndTime } from '../../Moment.tsx';
import { useCan } from '../../useCan.ts';
import styles from './OrderPage.module.css';
import { Section } from './Section.tsx';

/** The order's payment at the provider. */
export function PaymentSection({ order: { _id, state, paymentIntentId, checkedAt } }: { order: AdminOrderDetailView }) {
  const { isBusy, run } = useAction();
  const can = useCan();
  const isOpen = state === 'pending' || state === 'failed';
  return (
    <Section title="Payment">
      <div>
        <p className={styles.paymentId}>{paymentIntentId ?? 'No payment ID yet'}</p>
        <p className="soft breaks text-note">
          Checked <DateAndTime date={checkedAt} />
        </p>
      </div>
      {(isOpen || isBusy) && can('orders.check') && (
        <Button size="small" busy={isBusy} onClick={() => run(() => checkPayment(_id))}>
          Check payment status
        </Button>
      )}
    </Section>
  );
}
