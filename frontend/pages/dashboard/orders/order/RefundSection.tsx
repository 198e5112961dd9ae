import { useState } from 'react';
import type { AdminOrderDetailView, RefundState, RefundView } from '#contract/orders/orders.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { Button } from '../../../../components/Button.tsx';
import { Day } from '../../Moment.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import { leftToRefund } from '../leftToRefund.ts';
import { RefundForm } from './RefundForm.tsx';
import { RestockForm } from './RestockForm.tsx';
import { refundableUnits, takenUnits } from './unitsLeft.ts';

/** What is said of a refund that is not done. */
const stateNotes: Record<RefundState, (() => string) | null> = {
  requested: m.adminOrders.refundInProgress,
  done: null,
  rejected: m.adminOrders.refundRejected,
  failed: m.adminOrders.refundFailed,
};

/** What was given back, and a form to give back more: money, or, of a refunded order, units that came back late. */
export function RefundSection({ order }: { order: AdminOrderDetailView }) {
  const [isOpen, setIsOpen] = useState(false);
  const { state, refunds } = order;
  const isAllowed = useCan()('orders.refund');
  const canRefund = isAllowed && state === 'paid' && leftToRefund(order) > 0;
  const units = refundableUnits(order);
  const canRestock = isAllowed && state === 'refunded' && takenUnits(order).length > 0;
  if (!canRefund && refunds.length === 0) return null;
  return (
    <Section title={m.adminOrders.refunds()}>
      {refunds.length > 0 && (
        <ul className="stack gap-3">
          {refunds.map((refund) => (
            <Refund key={refund._id} refund={refund} order={order} />
          ))}
        </ul>
      )}
      {(canRefund || canRestock) && !isOpen && (
        <div>
          <Button onClick={() => setIsOpen(true)}>
            {canRefund ? m.adminOrders.refundItemsOrAmount() : m.adminOrders.restockItems()}
          </Button>
        </div>
      )}
      {canRefund && isOpen && (
        // A new form for other units: counts belong to the units that they were typed for.
        <RefundForm key={JSON.stringify(units)} order={order} units={units} onEnd={() => setIsOpen(false)} />
      )}
      {canRestock && isOpen && <RestockForm order={order} onEnd={() => setIsOpen(false)} />}
    </Section>
  );
}

type RefundProps = { refund: RefundView; order: AdminOrderDetailView };

function Refund({ refund: { amount, reason, state, date, lines }, order }: RefundProps) {
  const stateNote = stateNotes[state]?.();
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  return (
    <li>
      <p>
        <strong>{formatAmount(amount, order.currency)}</strong> <Day date={date} />
        {stateNote && <span className="soft breaks text-note"> {stateNote}</span>}
      </p>
      {reason && <p dir="auto">{reason}</p>}
      {lines.map(({ productId, count, returned = 0 }) => (
        <p key={productId} className="soft breaks text-note">
          {`${count} × `}
          <bdi>{titles.get(productId)}</bdi>
          {returned > 0 && <span> {shippedNote(returned, count)}</span>}
        </p>
      ))}
    </li>
  );
}

function shippedNote(returned: number, count: number): string {
  return returned === count ? m.adminOrders.refundAllShipped() : m.adminOrders.refundShipped({ count: returned });
}
