import { formatAmount } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import type { AdminOrderView, OrderColumn } from '#contract/orders.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { DateAndTime, ShortDate } from '../Moment.tsx';
import type { TableColumn } from '../table/columns.ts';
import { OrderAction } from './OrderAction.tsx';
import { OrderState } from './OrderState.tsx';
import styles from './OrdersPage.module.css';
import { deliveryName } from './orderStateNames.ts';
import { Shopper } from './Shopper.tsx';

type Column = TableColumn<AdminOrderView, OrderColumn>;

type OrderActions = {
  request: TableRequest<OrderColumn>;
  onOpen: (order: AdminOrderView) => void;
};

/** The columns of the orders table. Orders have numbers of their own instead of positions. */
export function orderTableColumns({ request, onOpen }: OrderActions): Column[] {
  return [
    {
      title: 'Number',
      sort: 'number',
      firstDirection: 'desc',
      role: 'name',
      minWidth: '4rem',
      cell: (order) => (
        <button type="button" className={styles.number} onClick={() => onOpen(order)}>
          <span className={`visually-hidden ${styles.order}`}>Order </span>
          {order.number}
        </button>
      ),
    },
    { title: 'Date', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
    {
      title: 'Customer',
      sort: 'shopper',
      minWidth: 'min(8rem, 10cqi)',
      cell: ({ shopper }) => <Shopper shopper={shopper} />,
    },
    { title: 'Items', minWidth: 'min(10rem, 10cqi)', cell: ({ lines }) => <LineSummary lines={lines} /> },
    {
      title: 'Total',
      sort: 'amount',
      firstDirection: 'desc',
      isNumber: true,
      cell: ({ amount, currency }) => formatAmount(amount, currency),
    },
    {
      title: 'Status',
      sort: 'state',
      cell: (order) => (
        <div>
          <OrderState state={order.state} />
          <p className={styles.checked}>{order.state === 'paid' ? deliveryName(order) : <Checked {...order} />}</p>
        </div>
      ),
    },
    {
      title: 'Payment ID',
      isOptional: true,
      cell: ({ paymentIntentId }) => (
        <span className={styles.id} title={paymentIntentId ?? undefined}>
          {paymentIntentId ?? 'None yet'}
        </span>
      ),
    },
    {
      title: 'Payment',
      role: 'action',
      cell: (order) => <OrderAction order={order} request={request} />,
    },
  ];
}

function Checked({ checkedAt }: Pick<AdminOrderView, 'checkedAt'>) {
  return (
    <>
      Checked <ShortDate date={checkedAt} />
    </>
  );
}

function LineSummary({ lines }: Pick<AdminOrderView, 'lines'>) {
  const [first, ...others] = lines;
  if (first === undefined) return 'No items';
  return (
    <div className={styles.lines}>
      <p className={styles.line} title={first.title}>
        {first.count} × {first.title}
      </p>
      {others.length > 0 && <p className={styles.more}>and {formatNumber(others.length)} more</p>}
    </div>
  );
}
