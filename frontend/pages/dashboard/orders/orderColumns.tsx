import { Link } from 'wouter';
import type { AdminOrderView, OrderColumn, OrderState } from '#contract/orders/orders.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { countryName } from '#contract/values/addresses.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Badge, type BadgeTone } from '../../../components/Badge.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { DateAndTime } from '../Moment.tsx';
import type { TableColumn } from '../table/columns.ts';
import { LineSummary } from './LineSummary.tsx';
import { OrderActions } from './OrderActions.tsx';
import styles from './OrdersPage.module.css';
import { deliveryName, orderStateNames } from './orderStateNames.ts';
import { Shopper } from './Shopper.tsx';

const tones: Record<OrderState, BadgeTone> = {
  pending: 'waiting',
  paid: 'good',
  failed: 'bad',
  canceled: 'quiet',
  refunded: 'quiet',
};

const shownOnCards = (text: string) => <span className="visually-hidden shown-on-cards">{text}</span>;

/** The columns of the orders table. Orders have numbers of their own instead of positions. */
export function orderTableColumns(request: TableRequest<OrderColumn>): TableColumn<AdminOrderView, OrderColumn>[] {
  return [
    {
      title: m.adminOrders.number,
      sort: 'number',
      firstDirection: 'desc',
      role: 'name',
      minWidth: '4rem',
      cell: ({ _id, number }) => (
        <Link href={pageAddress('adminOrder', { orderId: _id })} className={`numbers ${styles.number}`}>
          <Sentence of={m.adminOrders.numberedInRow({ number: String(number) })} parts={{ hidden: shownOnCards }} />
        </Link>
      ),
    },
    { title: m.common.date, sort: 'date', firstDirection: 'desc', cell: ({ date }) => <DateAndTime date={date} /> },
    {
      title: m.adminOrders.customer,
      sort: 'shopper',
      minWidth: 'min(8rem, 10cqi)',
      cell: ({ shopper }) => <Shopper shopper={shopper} />,
    },
    { title: m.adminOrders.items, minWidth: 'min(10rem, 10cqi)', cell: ({ lines }) => <LineSummary lines={lines} /> },
    {
      title: m.adminOrders.total,
      sort: 'amount',
      firstDirection: 'desc',
      isNumber: true,
      cell: ({ amount, currency }) => formatAmount(amount, currency),
    },
    {
      title: m.common.status,
      sort: 'state',
      cell: (order) => (
        <>
          <Badge tone={tones[order.state]}>{orderStateNames[order.state]()}</Badge>
          {order.state === 'paid' && <p className="soft nowrap text-small">{deliveryName(order)}</p>}
        </>
      ),
    },
    { title: m.adminOrders.delivery, isOptional: true, cell: (order) => <DeliverySummary order={order} /> },
    {
      title: m.adminOrders.actions,
      role: 'action',
      cell: (order) => <OrderActions order={order} request={request} />,
    },
  ];
}

/** How an order reaches its customer: the method, the country, and the carrier once it is shipped. */
function DeliverySummary({ order: { shippingName, country, carriers } }: { order: AdminOrderView }) {
  const details = [country && countryName(country), ...carriers].filter(Boolean).join(' · ');
  return (
    <div className={styles.delivery}>
      <p className="clamp" title={shippingName}>
        {shippingName}
      </p>
      {details && (
        <p className="ellipsis soft text-small" dir="auto" title={details}>
          {details}
        </p>
      )}
    </div>
  );
}
