import { useState } from 'react';
import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import type { ReturnView } from '#contract/orders/returns.ts';
import { formatAmount } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Badge } from '../../../../../components/Badge.tsx';
import { Button } from '../../../../../components/Button.tsx';
import { returnReasonNames, returnStateNames, returnWishNames } from '../../../../../components/order/returnTexts.ts';
import { RefundDue } from '../../../returns/RefundDue.tsx';
import { returnTones } from '../../../returns/returnTones.ts';
import { useCan } from '../../../useCan.ts';
import { conditionNames } from './conditionNames.ts';
import styles from './ReturnsSection.module.css';
import { StepDialog } from './StepDialog.tsx';
import type { ReturnStep } from './stepForm.ts';

type ReturnProps = { goods: ReturnView; order: AdminOrderDetailView };

/** One return: what is sent back and why, how far it is, and its next steps. */
export function Return({ goods, order }: ReturnProps) {
  const { reference, state, reason, wants, note, instructions, rejection, refundDue, refunded, isLate } = goods;
  const { carrier, trackingNumber, isOverdue } = goods;
  const parcel = [carrier, trackingNumber].filter(Boolean).join(' ');
  const isOwed = refundDue !== null && (state === 'approved' || state === 'received');
  const wish = reason === 'withdrawal' ? null : returnWishNames[wants]();
  return (
    <li className={`stack gap-3 ${styles.return}`}>
      <div className="stack gap-1">
        <p className="cluster gap-2">
          <strong className="numbers">{m.returns.named({ reference })}</strong>
          <Badge tone={returnTones[state]}>{returnStateNames[state]()}</Badge>
          {isLate && <span className="medium danger text-note">{m.adminReturns.late()}</span>}
        </p>
        <p className="soft text-note">{[returnReasonNames[reason](), wish].filter(Boolean).join(' · ')}</p>
        {isOwed && (
          <p className="text-note">
            <RefundDue date={refundDue} isOverdue={isOverdue} />
          </p>
        )}
      </div>
      <Units goods={goods} order={order} />
      {reason !== 'withdrawal' && <Remark of={m.adminReturns.fromCustomer()}>{note}</Remark>}
      <Remark of={m.returns.instructions()}>{instructions}</Remark>
      <Remark of={m.adminReturns.rejectedBecause()}>{rejection}</Remark>
      {refunded !== null && (
        <p className="text-note">{m.adminReturns.refundedAmount({ amount: formatAmount(refunded, order.currency) })}</p>
      )}
      {parcel && <p className="breaks text-note">{m.adminReturns.sentBy({ parcel })}</p>}
      <Steps goods={goods} order={order} />
    </li>
  );
}

/** What somebody wrote about a return; nothing without words. */
function Remark({ of, children }: { of: string; children: string }) {
  if (children === '') return null;
  return (
    <div className="text-note">
      <p className="medium">{of}</p>
      <p className="soft multiline breaks" dir="auto">
        {children}
      </p>
    </div>
  );
}

/** What is announced, and, once it is here, in which condition it came. */
function Units({ goods: { lines, received }, order }: ReturnProps) {
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  const units = received.length > 0 ? received : lines.map((line) => ({ ...line, condition: null }));
  return (
    <ul className="stack gap-1">
      {units.map(({ productId, count, condition }) => (
        <li key={productId + condition} className="breaks">
          {`${formatNumber(count)} × `}
          <bdi>{titles.get(productId)}</bdi>
          {condition && <span className="soft text-note">{` (${conditionNames[condition]()})`}</span>}
        </li>
      ))}
    </ul>
  );
}

const steps: Partial<Record<ReturnView['state'], readonly ReturnStep[]>> = {
  requested: ['approve', 'reject'],
  approved: ['receive'],
  received: ['refund', 'replace', 'repair'],
};

const stepNames: Record<ReturnStep, () => string> = {
  approve: m.adminReturns.approve,
  reject: m.adminReturns.reject,
  receive: m.adminReturns.receive,
  refund: m.adminReturns.refund,
  replace: m.adminReturns.replace,
  repair: m.adminReturns.repair,
};

/** The wish of the shopper comes first once the goods are here. */
const wished: Record<ReturnView['wants'], ReturnStep> = { refund: 'refund', replacement: 'replace', repair: 'repair' };

function Steps({ goods, order }: ReturnProps) {
  const [step, setStep] = useState<ReturnStep | null>(null);
  const can = useCan();
  const { state, wants, reason, reference } = goods;
  const open = (steps[state] ?? [])
    .filter((each) => can(each === 'refund' ? 'orders.refund' : 'orders.fulfil'))
    // Who withdraws gets the money back.
    .filter((each) => reason !== 'withdrawal' || (each !== 'replace' && each !== 'repair'));
  const main = state === 'received' ? wished[wants] : open[0];
  const ordered = open.toSorted((a, b) => Number(b === main) - Number(a === main));
  return (
    <>
      {ordered.length > 0 && (
        <div className="cluster gap-2">
          {ordered.map((each) => (
            <Button
              key={each}
              size="small"
              variant={each === main ? 'primary' : undefined}
              onClick={() => setStep(each)}
            >
              {stepNames[each]()}
              <span className="visually-hidden"> {m.returns.named({ reference })}</span>
            </Button>
          ))}
        </div>
      )}
      <StepDialog
        step={step}
        title={step === null ? '' : stepNames[step]()}
        goods={goods}
        order={order}
        onClose={() => setStep(null)}
      />
    </>
  );
}
