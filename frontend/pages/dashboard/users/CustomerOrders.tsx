import { Link } from 'wouter';
import type { CustomerView } from '#contract/customers.ts';
import { formatAmount } from '#contract/money.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import type { AdminUserView } from '#contract/users.ts';
import { customer } from '../../../api/admin/customers.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { OrderBadge } from '../../../components/order/OrderBadge.tsx';
import { Fact } from '../Fact.tsx';
import { Day } from '../Moment.tsx';
import { Section } from '../Section.tsx';

/** What a user has spent, and their latest orders. */
export function CustomerOrders({ user: { _id, email, orderCount } }: { user: AdminUserView }) {
  const { data, error, isLoading, retry } = useRemote(customer, _id);
  return (
    <Section title="Orders">
      {data && <Bought customer={data} />}
      {data && orderCount > data.orders.length && (
        <p className="text-note">
          <Link href={`${pagePatterns.orders}?${new URLSearchParams({ search: email })}`}>All orders</Link>
        </p>
      )}
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="8rem" />}
    </Section>
  );
}

function Bought({ customer: { orders, spent } }: { customer: CustomerView }) {
  if (orders.length === 0) return <p className="soft text-note">No orders yet</p>;
  return (
    <>
      <dl className="facts">
        <Fact name="Total spent">
          <span className="bold text-lead">
            {spent.map(({ currency, amount }) => formatAmount(amount, currency)).join(' + ') || formatAmount(0, 'EUR')}
          </span>
        </Fact>
      </dl>
      <table className="plain-table">
        <caption className="visually-hidden">Latest orders</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ _id, number, date, state, fulfilment, amount, currency }) => (
            <tr key={_id}>
              <th scope="row">
                <Link href={pageAddress('adminOrder', { orderId: _id })}>{number}</Link>
              </th>
              <td>
                <Day date={date} />
              </td>
              <td>
                <OrderBadge state={state} fulfilment={fulfilment} />
              </td>
              <td className="numbers">{formatAmount(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
