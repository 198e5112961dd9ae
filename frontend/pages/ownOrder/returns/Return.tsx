import type { OrderDetailView } from '#contract/orders/orders.ts';
import type { ReturnState, ReturnView } from '#contract/orders/returns.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { showFailure } from '../../../api/errors.ts';
import { cancelReturn, saveReturnSlip } from '../../../api/returns.ts';
import { showToast } from '../../../browser/toasts.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { returnReasonNames, returnStateNames } from '../../../components/order/returnTexts.ts';
import { longDate } from '../../../texts/dates.ts';
import { Units } from './Units.tsx';

const tones: Partial<Record<ReturnState, BadgeTone>> = {
  refunded: 'good',
  replaced: 'good',
  repaired: 'good',
  rejected: 'bad',
};

type ReturnProps = { order: OrderDetailView; of: ReturnView };

/** A return: what it is about, how far it is, and what to do next. */
export function Return({ order, of }: ReturnProps) {
  const { _id, reference, state, reason, lines, isLate, instructions } = of;
  const canCancel = state === 'requested' || state === 'approved';
  return (
    <li className="stack gap-3">
      <header className="cluster row-gap-1">
        <h3 className="medium">{m.returns.named({ reference })}</h3>
        <Badge tone={tones[state] ?? 'quiet'}>{returnStateNames[state]()}</Badge>
        <span className="soft text-note">{returnReasonNames[reason]()}</span>
      </header>
      <Units order={order} units={lines} />
      <p className="breaks">{nextOf(of, order)}</p>
      {isLate && <p className="soft text-note">{m.withdrawals.wasLate()}</p>}
      {state === 'approved' && instructions && (
        <p className="breaks multiline" dir="auto">
          {instructions}
        </p>
      )}
      {canCancel && (
        <div className="cluster">
          {state === 'approved' && (
            <ActionButton size="small" action={() => saveReturnSlip(order._id, of).catch(showFailure)}>
              {m.returns.slip()}
            </ActionButton>
          )}
          <ActionButton size="small" action={() => askToCancel(order._id, _id)}>
            {m.returns.cancel()}
          </ActionButton>
        </div>
      )}
    </li>
  );
}

/** What happens next with a return, or how it ended. */
function nextOf(of: ReturnView, { currency }: OrderDetailView): string {
  const { state, reason, wants, rejection, refundDue, refunded, carrier, trackingNumber, history } = of;
  const parcel = [carrier, trackingNumber].filter(Boolean).join(' ');
  switch (state) {
    case 'requested':
      return m.returns.nextRequested();
    case 'approved':
      return reason === 'withdrawal' ? m.returns.nextWithdrawn() : m.returns.nextApproved();
    case 'rejected':
      return m.returns.nextRejected({ reason: rejection });
    case 'canceled':
      return history.at(-1)?.by === 'shop' ? m.returns.nextCanceledByShop() : m.returns.nextCanceled();
    case 'received':
      return refundDue ? m.returns.nextReceivedDue({ date: longDate(refundDue) }) : m.returns.nextReceived({ wants });
    case 'refunded':
      return refunded
        ? m.returns.nextRefunded({ amount: formatAmount(refunded, currency) })
        : m.returns.nextRefundedBefore();
    case 'replaced':
      return m.returns.nextReplaced({ parcel });
    case 'repaired':
      return m.returns.nextRepaired({ parcel });
  }
}

async function askToCancel(orderId: string, returnId: string): Promise<void> {
  const question = {
    title: m.returns.cancelTitle(),
    text: m.returns.cancelText(),
    action: m.returns.cancel(),
    cancel: m.returns.keep(),
  };
  if (!(await confirm(question))) return;
  await cancelReturn(orderId, returnId).then((message) => showToast('success', message), showFailure);
}
