import { PICKUP } from '#contract/orders/delivery.ts';
import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import { isBack } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { succeeds } from '../../../../api/admin/failure.ts';
import { finishOrder } from '../../../../api/admin/order.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import { ShipForm } from './ShipForm.tsx';
import { unshippedUnits } from './unitsLeft.ts';

/** The next step of a paid order's goods. */
export function FulfilmentSection({ order }: { order: AdminOrderDetailView }) {
  const can = useCan();
  const { _id, state, fulfilment, shippingMethod } = order;
  if (state !== 'paid' || !can('orders.fulfil')) return null;
  const left = unshippedUnits(order);
  const isPickup = shippingMethod === PICKUP;
  if (!isPickup && fulfilment === 'open' && left.length > 0) {
    // A new form for other units: counts belong to the units that they were typed for.
    return <ShipForm key={JSON.stringify(left)} orderId={_id} units={left} />;
  }
  if (fulfilment !== (isPickup ? 'open' : 'shipped') || isBack(order)) return null;
  return (
    <Section title={isPickup ? m.adminOrders.readyToCollect() : m.adminOrders.onItsWay()}>
      <div>
        <ActionButton variant="primary" action={() => succeeds(finishOrder(_id, isPickup ? 'collected' : 'delivered'))}>
          {isPickup ? m.adminOrders.markAsCollected() : m.adminOrders.markAsDelivered()}
        </ActionButton>
      </div>
    </Section>
  );
}
