import { Link } from 'wouter';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import type { CustomerView } from '#contract/users/customers.ts';
import type { AdminUserView } from '#contract/users/users.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { customer } from '../../../api/admin/customers.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { OrderBadge } from '../../../components/order/OrderBadge.tsx';
import { Fact } from '../Fact.tsx';
import { Day } from '../Moment.tsx';
import { Section } from '../Section.tsx';
import styles from './CustomerOrders.module.css';

/** What a user has spent, and their latest orders. */
export function CustomerOrders({ user: { _id, email, orderCount } }: { user: AdminUserView }) {
  const { data, error, isLoading, retry } = useRemote(customer, _id);
  return (
    <Section title={m.adminUsers.orders()}>
      {data && <Bought customer={data} />}
      {data && orderCount > data.orders.length && (
        <p className="text-note">
          <Link href={`${pagePatterns.orders}?${new URLSearchParams({ search: email })}`}>
            {m.adminUsers.allOrders()}
          </Link>
        </p>
      )}
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="8rem" />}
    </Section>
  );
}

function Bought({ customer: { orders, spent } }: { customer: CustomerView }) {
  if (orders.length === 0) return <p className="soft text-note">{m.adminUsers.noOrdersYet()}</p>;
  return (
    <>
      <dl className="facts">
        <Fact name={m.adminUsers.totalSpent()}>
          <span className="bold text-lead">
            {spent.map(({ currency, amount }) => formatAmount(amount, currency)).join(' + ') || formatAmount(0, 'EUR')}
          </span>
        </Fact>
      </dl>
      <table className={`plain-table ${styles.table}`}>
        <caption className="visually-hidden">{m.adminUsers.latestOrders()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.adminUsers.orderNumber()}</th>
            <th scope="col">{m.common.status()}</th>
            <th scope="col" className={styles.total}>
              {m.adminUsers.orderTotal()}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ _id, number, date, state, fulfilment, amount, currency }) => (
            <tr key={_id}>
              <th scope="row">
                <Link href={pageAddress('adminOrder', { orderId: _id })}>{number}</Link>
                <p className="soft text-small">
                  <Day date={date} />
                </p>
              </th>
              <td>
                <OrderBadge state={state} fulfilment={fulfilment} />
              </td>
              <td className={`numbers nowrap ${styles.total}`}>{formatAmount(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
