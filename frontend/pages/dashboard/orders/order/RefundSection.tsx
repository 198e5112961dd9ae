import { useState } from 'react';
import { formatAmount } from '#contract/money.ts';
import type { AdminOrderDetailView, RefundState, RefundView } from '#contract/orders.ts';
import { Button } from '../../../../components/Button.tsx';
import { Day } from '../../Moment.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import { RefundForm } from './RefundForm.tsx';

const stateNames: Record<RefundState, string> = {
  requested: 'in progress',
  done: '',
  rejected: 'rejected by the provider',
};

/** What was given back, and a form to give back more. */
export function RefundSection({ order }: { order: AdminOrderDetailView }) {
  const [isRefunding, setIsRefunding] = useState(false);
  const { state, refunds } = order;
  const canRefund = useCan()('orders.refund') && state === 'paid';
  if (!canRefund && refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      {refunds.length > 0 && (
        <ul className="stack gap-3">
          {refunds.map((refund) => (
            <Refund key={refund._id} refund={refund} order={order} />
          ))}
        </ul>
      )}
      {canRefund && !isRefunding && (
        <div>
          <Button onClick={() => setIsRefunding(true)}>Refund items or an amount</Button>
        </div>
      )}
      {canRefund && isRefunding && (
        <RefundForm key={refunds.length} order={order} onEnd={() => setIsRefunding(false)} />
      )}
    </Section>
  );
}

type RefundProps = { refund: RefundView; order: AdminOrderDetailView };

function Refund({ refund: { amount, reason, state, date, lines }, order }: RefundProps) {
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  return (
    <li>
      <p>
        <strong>{formatAmount(amount, order.currency)}</strong> <Day date={date} />
        {stateNames[state] && <span className="soft breaks text-note"> ({stateNames[state]})</span>}
      </p>
      {reason && <p dir="auto">{reason}</p>}
      {lines.map(({ productId, count, returned = 0 }) => (
        <p key={productId} className="soft breaks text-note">
          {count} × <bdi>{titles.get(productId)}</bdi>
          {returned > 0 && <span>{` (${returned === count ? '' : `${returned} `}shipped)`}</span>}
        </p>
      ))}
    </li>
  );
}
