import type { AdminOrderView, OrderColumn } from '#contract/orders/orders.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { checkOrder, refundOrder } from '../../../api/admin/orders.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { RowMenu, RowMenuItem } from '../table/RowMenu.tsx';
import { useCan } from '../useCan.ts';
import { leftToRefund } from './leftToRefund.ts';
import styles from './OrdersPage.module.css';

type OrderActionsProps = {
  order: AdminOrderView;
  request: TableRequest<OrderColumn>;
};

/** What comes next for an order, on its page, and in a menu what is rare: to check its payment or to give it back. */
export function OrderActions({ order, request }: OrderActionsProps) {
  const can = useCan();
  const { _id, number, state, fulfilment, country } = order;
  const isWaiting = state === 'paid' && fulfilment === 'open' && can('orders.fulfil');
  const canCheck = state === 'pending' && can('orders.check');
  const canRefund = state === 'paid' && can('orders.refund') && leftToRefund(order) > 0;
  const named = { number: String(number) };
  return (
    <div className={`row gap-1 ${styles.actions}`}>
      {isWaiting && (
        <ButtonLink size="small" className="bordered-action" href={pageAddress('adminOrder', { orderId: _id })}>
          <Sentence
            of={country === null ? m.adminOrders.handOver(named) : m.adminOrders.ship(named)}
            parts={{ hidden }}
          />
        </ButtonLink>
      )}
      {(canCheck || canRefund) && (
        <RowMenu name={m.adminOrders.named(named)}>
          {canCheck && (
            <RowMenuItem onPress={() => void checkOrder(request, order)}>
              <Sentence of={m.adminOrders.checkPaymentOf(named)} parts={{ hidden }} />
            </RowMenuItem>
          )}
          {canRefund && (
            <RowMenuItem onPress={() => void askToRefund(request, order)}>
              <Sentence of={m.adminOrders.refundOrder(named)} parts={{ hidden }} />
            </RowMenuItem>
          )}
        </RowMenu>
      )}
    </div>
  );
}

async function askToRefund(request: TableRequest<OrderColumn>, order: AdminOrderView): Promise<void> {
  const { number, currency, shopper } = order;
  const amount = formatMinorUnits(leftToRefund(order), currency);
  const question = shopper
    ? m.adminOrders.refundToShopper({ amount, username: shopper.username })
    : m.adminOrders.refundToCard({ amount });
  const text = (
    <p>
      <Sentence of={question} parts={{ strong: (text) => <strong>{text}</strong> }} />
    </p>
  );
  const title = m.adminOrders.refundTitle({ number: String(number) });
  if (await confirm({ title, text, action: m.adminOrders.refund() })) void refundOrder(request, order);
}
