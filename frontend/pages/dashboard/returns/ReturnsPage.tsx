import { Link } from 'wouter';
import type { AdminReturnView, ReturnColumn } from '#contract/orders/returns.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { returnsTable } from '../../../api/admin/returns.ts';
import { useWork } from '../../../api/admin/work.ts';
import { Badge } from '../../../components/Badge.tsx';
import { ButtonLink } from '../../../components/Button.tsx';
import { returnReasonNames, returnStateNames, returnWishNames } from '../../../components/order/returnTexts.ts';
import { Day } from '../Moment.tsx';
import { None } from '../None.tsx';
import { LineSummary } from '../orders/LineSummary.tsx';
import styles from '../orders/OrdersPage.module.css';
import { textsOf } from '../orders/orderStateNames.ts';
import { Shopper } from '../orders/Shopper.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import type { TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { returnTones } from './returnTones.ts';

const texts: TableTexts = {
  title: m.adminReturns.title,
  search: m.adminReturns.search,
  counted: m.adminReturns.counted,
  empty: m.adminReturns.empty,
  noMatch: m.adminReturns.noMatch,
};

/** Lists what shoppers send back. The steps are on the page of each order. */
export default function ReturnsPage() {
  const view = useTable(returnsTable);
  const waiting = useWork()?.withdrawalsWaiting ?? 0;
  return (
    <>
      <ScreenHead
        actions={
          <ButtonLink size="small" variant={waiting > 0 ? 'primary' : undefined} href={pagePatterns.withdrawals}>
            {waiting > 0 ? m.adminReturns.withdrawalsWaiting({ count: waiting }) : m.adminReturns.withdrawals()}
          </ButtonLink>
        }
      />
      <DataTable
        view={view}
        texts={texts}
        columns={columns}
        filters={
          <>
            <TableFilter
              view={view}
              name="state"
              label={m.common.status()}
              all={m.adminReturns.anyStatus()}
              options={textsOf(returnStateNames)}
            />
            <TableFilter
              view={view}
              name="overdue"
              label={m.adminReturns.refundDue()}
              all={m.adminReturns.anyDue()}
              options={{ true: m.adminReturns.onlyOverdue() }}
            />
          </>
        }
      />
    </>
  );
}

const columns: TableColumn<AdminReturnView, ReturnColumn>[] = [
  {
    title: m.adminReturns.return,
    sort: 'number',
    firstDirection: 'desc',
    role: 'name',
    minWidth: '5rem',
    cell: ({ orderId, reference }) => (
      <Link href={pageAddress('adminOrder', { orderId })} className={`numbers ${styles.number}`}>
        {reference}
      </Link>
    ),
  },
  {
    title: m.common.date,
    sort: 'date',
    firstDirection: 'desc',
    cell: ({ history }) => history[0] && <Day date={history[0].date} />,
  },
  {
    title: m.adminOrders.customer,
    minWidth: 'min(8rem, 10cqi)',
    // The previous release names none.
    cell: ({ shopper }) => shopper !== undefined && <Shopper shopper={shopper} />,
  },
  {
    title: m.adminReturns.reason,
    cell: ({ reason, wants }) => (
      <div>
        <p>{returnReasonNames[reason]()}</p>
        {reason !== 'withdrawal' && <p className="soft text-small">{returnWishNames[wants]()}</p>}
      </div>
    ),
  },
  {
    title: m.adminOrders.items,
    minWidth: 'min(12rem, 20cqi)',
    cell: ({ lines }) => <LineSummary lines={lines} />,
  },
  {
    title: m.common.status,
    sort: 'state',
    cell: ({ state, isLate }) => (
      <>
        <Badge tone={returnTones[state]}>{returnStateNames[state]()}</Badge>
        {isLate && <p className="soft text-small">{m.adminReturns.late()}</p>}
      </>
    ),
  },
  {
    title: m.adminReturns.refundDue,
    sort: 'refundDue',
    cell: ({ state, refundDue, isOverdue }) =>
      refundDue !== null && (state === 'approved' || state === 'received') ? (
        <div className={isOverdue ? 'medium danger' : undefined}>
          <Day date={refundDue} />
          {isOverdue && <p className="text-small">{m.adminReturns.onlyOverdue()}</p>}
        </div>
      ) : (
        <None>{m.adminReturns.notDue()}</None>
      ),
  },
];
