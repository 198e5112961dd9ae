import { PICKUP } from '#contract/delivery.ts';
import type { AdminOrderDetailView } from '#contract/orders.ts';
import { finishOrder } from '../../../../api/admin/order.ts';
import { Button } from '../../../../components/Button.tsx';
import { useAction } from '../../actions.ts';
import { useCan } from '../../useCan.ts';
import { Section } from './Section.tsx';
import { ShipForm } from './ShipForm.tsx';
import { unshippedUnits } from './unitsLeft.ts';

/** The next step of a paid order's goods. */
export function FulfilmentSection({ order }: { order: AdminOrderDetailView }) {
  const can = useCan();
  const { _id, state, fulfilment, shippingMethod, shipments } = order;
  if (state !== 'paid' || !can('orders.fulfil')) return null;
  if (shippingMethod === PICKUP) {
    return fulfilment === 'open' ? (
      <Section title="Ready to collect">
        <FinishButton orderId={_id} step="collected" name="Mark as collected" />
      </Section>
    ) : null;
  }
  const left = unshippedUnits(order);
  if (fulfilment === 'open' && left.length > 0) {
    // A new form after each shipment.
    return <ShipForm key={shipments.length} orderId={_id} units={left} />;
  }
  if (fulfilment !== 'shipped') return null;
  return (
    <Section title="On its way">
      <FinishButton orderId={_id} step="delivered" name="Mark as delivered" />
    </Section>
  );
}

type FinishButtonProps = { orderId: string; step: 'delivered' | 'collected'; name: string };

function FinishButton({ orderId, step, name }: FinishButtonProps) {
  const { isBusy, run } = useAction();
  return (
    <div>
      <Button variant="primary" busy={isBusy} onClick={() => run(() => finishOrder(orderId, step))}>
        {name}
      </Button>
    </div>
  );
}
