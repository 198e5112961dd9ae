import { useState } from 'react';
import { Link } from 'wouter';
import {
  type AdminWithdrawalView,
  isDelayed,
  type WithdrawalColumn,
  type WithdrawalState,
} from '#contract/orders/withdrawals.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { withdrawalsTable } from '../../../api/admin/withdrawals.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { Expandable } from '../Expandable.tsx';
import { DateAndTime } from '../Moment.tsx';
import orders from '../orders/OrdersPage.module.css';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { useCan } from '../useCan.ts';
import { DismissDialog } from './DismissDialog.tsx';
import { MatchDialog } from './MatchDialog.tsx';
import styles from './WithdrawalsPage.module.css';

const texts: TableTexts = {
  title: m.adminReturns.withdrawals,
  search: m.adminReturns.searchWithdrawals,
  counted: m.adminReturns.countedWithdrawals,
  empty: m.adminReturns.noWithdrawals,
  noMatch: m.adminReturns.noMatchingWithdrawals,
};

type Decision = { withdrawal: AdminWithdrawalView; step: 'match' | 'dismiss' };

/** Lists the withdrawals that fit no order or name items, to match or dismiss them. */
export default function WithdrawalsPage() {
  const view = useTable(withdrawalsTable);
  const [decision, setDecision] = useState<Decision | null>(null);
  const canDecide = useCan()('orders.note');
  const dialog = (step: Decision['step']) => ({
    withdrawal: decision?.step === step ? decision.withdrawal : null,
    request: view.request,
    onClose: () => setDecision(null),
  });
  return (
    <>
      <ScreenHead
        actions={
          <ButtonLink size="small" href={pagePatterns.returns}>
            {m.admin.backToReturns()}
          </ButtonLink>
        }
      />
      <p className="soft narrow">{m.adminReturns.aboutWithdrawals()}</p>
      <DataTable
        view={view}
        texts={texts}
        columns={columnsFor(canDecide ? setDecision : null)}
        filters={
          <TableFilter
            view={view}
            name="state"
            label={m.common.status()}
            all={m.adminReturns.stateWaiting()}
            options={{ matched: m.adminReturns.stateMatched(), dismissed: m.adminReturns.stateDismissed() }}
          />
        }
      />
      <MatchDialog {...dialog('match')} />
      <DismissDialog {...dialog('dismiss')} />
    </>
  );
}

const states: Record<WithdrawalState, { tone: BadgeTone; name: () => string }> = {
  waiting: { tone: 'waiting', name: m.adminReturns.stateWaiting },
  matched: { tone: 'good', name: m.adminReturns.stateMatched },
  dismissed: { tone: 'quiet', name: m.adminReturns.stateDismissed },
};

function columnsFor(
  onDecide: ((decision: Decision) => void) | null,
): TableColumn<AdminWithdrawalView, WithdrawalColumn>[] {
  return [
    {
      title: m.adminReturns.withdrawal,
      role: 'name',
      minWidth: 'min(12rem, 22cqi)',
      cell: ({ reference, name, email, earlier }) => (
        <div className="stack gap-1 regular">
          <p className="medium numbers">{reference}</p>
          <p className="breaks">
            <bdi>{name}</bdi>
          </p>
          <p className="soft breaks text-small">{email}</p>
          {earlier !== null && <p className="soft text-small">{m.adminReturns.earlier({ reference: earlier })}</p>}
        </div>
      ),
    },
    {
      title: m.adminReturns.receivedAt,
      sort: 'date',
      firstDirection: 'desc',
      cell: ({ receivedAt }) => <DateAndTime date={receivedAt} />,
    },
    {
      title: m.adminReturns.order,
      minWidth: 'min(6rem, 12cqi)',
      cell: ({ orderId, number, orderNumber }) =>
        orderId !== null && number !== null ? (
          <Link href={pageAddress('adminOrder', { orderId })} className={`numbers ${orders.number}`}>
            {String(number)}
          </Link>
        ) : (
          <span className="breaks" dir="auto">
            {orderNumber}
          </span>
        ),
    },
    {
      title: m.adminReturns.statement,
      minWidth: 'min(12rem, 24cqi)',
      cell: ({ items, note, reference }) => (
        <Expandable of={m.adminReturns.statementOf({ reference })}>
          <p className="multiline">{items || m.adminReturns.allItems()}</p>
          {note && <p className="soft multiline">{note}</p>}
        </Expandable>
      ),
    },
    {
      title: m.common.status,
      cell: ({ isLate, reason, ...withdrawal }) => (
        <>
          <Badge tone={states[withdrawal.state].tone}>{states[withdrawal.state].name()}</Badge>
          {isDelayed(withdrawal) && <p className="soft text-small">{m.orders.awaitingRefund()}</p>}
          {isLate && <p className="soft text-small">{m.adminReturns.late()}</p>}
          {reason && <p className="soft breaks text-small">{reason}</p>}
        </>
      ),
    },
    {
      title: m.adminReturns.decision,
      role: 'action',
      cell: (withdrawal) =>
        onDecide !== null &&
        withdrawal.state === 'waiting' &&
        !isDelayed(withdrawal) && (
          <div className={`row gap-2 ${styles.decisions}`}>
            <Button size="small" className="bordered-action" onClick={() => onDecide({ withdrawal, step: 'match' })}>
              <Sentence of={m.adminReturns.match({ reference: withdrawal.reference })} parts={{ hidden }} />
            </Button>
            <Button size="small" variant="quiet" onClick={() => onDecide({ withdrawal, step: 'dismiss' })}>
              <Sentence of={m.adminReturns.dismiss({ reference: withdrawal.reference })} parts={{ hidden }} />
            </Button>
          </div>
        ),
    },
  ];
}
