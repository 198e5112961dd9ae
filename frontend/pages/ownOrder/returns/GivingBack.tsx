import { useState } from 'react';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { formatMoment } from '#contract/values/dates.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { longDate } from '../../../texts/dates.ts';
import { shop } from '../../../texts/shop.ts';
import { Return } from './Return.tsx';

const ReturnDialog = lazyPart(() => import('./ReturnDialog.tsx'), null, m.feedback.pageFailed);
const WithdrawalDialog = lazyPart(() => import('./WithdrawalDialog.tsx'), null, m.feedback.pageFailed);

/** What the shopper has withdrawn from or returned, and can still. */
export function GivingBack({ order }: { order: OrderDetailView }) {
  const [opened, setOpened] = useState<'withdrawal' | 'return' | null>(null);
  const { lines, returns, withdrawals, canWithdraw } = order;
  const canReturn = lines.some(({ returnable }) => returnable > 0);
  if (!canWithdraw && !canReturn && returns.length === 0 && withdrawals.length === 0) return null;
  const close = () => setOpened(null);
  return (
    <TitledPanel title={m.returns.title()} className="padded gap-5">
      {withdrawals.map(({ reference, receivedAt, lines }) => (
        <p key={reference}>
          <span>{m.withdrawals.youWithdrew({ reference, moment: formatMoment(receivedAt, shop.timeZone) })}</span>
          {lines.length === 0 && <span>{` ${m.withdrawals.itemsToCome()}`}</span>}
        </p>
      ))}
      {returns.length > 0 && (
        <ul className="stack gap-5">
          {returns.map((each) => (
            <Return key={each._id} order={order} of={each} />
          ))}
        </ul>
      )}
      {(canWithdraw || canReturn) && (
        <div className="stack gap-3">
          {canWithdraw && <p className="soft">{periodText(order.withdrawUntil)}</p>}
          <div className="cluster">
            {canWithdraw && <Button onClick={() => setOpened('withdrawal')}>{m.shell.withdraw()}</Button>}
            {canReturn && <Button onClick={() => setOpened('return')}>{m.returns.ask()}</Button>}
          </div>
        </div>
      )}
      <WithdrawalDialog order={order} open={opened === 'withdrawal'} onClose={close} />
      <ReturnDialog order={order} open={opened === 'return'} onClose={close} />
    </TitledPanel>
  );
}

function periodText(until: string | null): string {
  if (until === null) return m.withdrawals.untilUnknown({ days: shop.returnDays });
  const date = longDate(until);
  return Date.parse(until) < Date.now() ? m.withdrawals.untilPassed({ date }) : m.withdrawals.until({ date });
}
