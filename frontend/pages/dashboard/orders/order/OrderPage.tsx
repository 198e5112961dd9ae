import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { succeeds } from '../../../../api/admin/failure.ts';
import { checkPayment, savePackingSlip, useAdminOrder } from '../../../../api/admin/order.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Icon } from '../../../../components/Icon.tsx';
import { Billing } from '../../../../components/order/Billing.tsx';
import { Delivery } from '../../../../components/order/Delivery.tsx';
import { OrderBadge } from '../../../../components/order/OrderBadge.tsx';
import { OrderSums } from '../../../../components/order/OrderSums.tsx';
import { OrderTexts } from '../../../../components/order/OrderTexts.tsx';
import { Timeline } from '../../../../components/order/Timeline.tsx';
import { Sentence } from '../../../../components/Sentence.tsx';
import { EditScreen } from '../../EditScreen.tsx';
import { DateAndTime } from '../../Moment.tsx';
import type { DashboardPageProps } from '../../pageProps.ts';
import { ScreenHead } from '../../ScreenHead.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import { Shopper } from '../Shopper.tsx';
import { DocumentsSection } from './DocumentsSection.tsx';
import { EmailsSection } from './EmailsSection.tsx';
import { FulfilmentSection } from './FulfilmentSection.tsx';
import { NotesSection } from './NotesSection.tsx';
import styles from './OrderPage.module.css';
import { RefundSection } from './RefundSection.tsx';
import { ReturnsSection } from './returns/ReturnsSection.tsx';

/** One order: what was bought, how far it is, and what an admin can do with it. */
export default function OrderPage({ parameters: { orderId = '' } }: DashboardPageProps) {
  const view = useAdminOrder(orderId);
  const order = view.data;
  return (
    <EditScreen head={order ? <Head order={order} /> : undefined} view={view} list="orders">
      {order && <Order order={order} />}
    </EditScreen>
  );
}

function Head({ order }: { order: AdminOrderDetailView }) {
  const { number, state, fulfilment, date } = order;
  const packingSlip = useCan()('orders.fulfil') && (
    <ActionButton size="small" action={() => succeeds(savePackingSlip(order))}>
      {m.adminOrders.packingSlip()}
    </ActionButton>
  );
  return (
    <>
      <ScreenHead actions={packingSlip}>{m.adminOrders.numbered({ number: String(number) })}</ScreenHead>
      <p className="cluster soft">
        <OrderBadge state={state} fulfilment={fulfilment} />
        <DateAndTime date={date} />
      </p>
    </>
  );
}

/** The outcome of the payment: that the payment is disputed, how that has ended, and that a refund has come back. */
function MoneyNotices({ order: { dispute, lost, currency, refunds } }: { order: AdminOrderDetailView }) {
  const latest = refunds.at(-1);
  return (
    <>
      {dispute === 'open' && <Alarm>{m.adminOrders.disputed()}</Alarm>}
      {dispute === 'lost' && <Alarm>{m.adminOrders.disputeLost({ amount: formatAmount(lost, currency) })}</Alarm>}
      {dispute === 'won' && <p className="soft">{m.adminOrders.disputeWon()}</p>}
      {latest?.state === 'failed' && (
        <Alarm>{m.adminOrders.refundCameBack({ amount: formatAmount(latest.amount, currency) })}</Alarm>
      )}
    </>
  );
}

function Alarm({ children }: { children: string }) {
  return (
    <p className={`row danger ${styles.alarm}`} role="alert">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

/** When the EU's service was asked about the VAT id, and the proof of it. */
function Consultation({ of: consultation }: { of: AdminOrderDetailView['vatConsultation'] }) {
  if (!consultation) return null;
  const { date, consultationNumber: number } = consultation;
  const parts = { date: () => <DateAndTime date={date} /> };
  return (
    <p className="soft breaks text-note">
      <Sentence of={number ? m.vat.consultation({ number }) : m.vat.checked()} parts={parts} />
    </p>
  );
}

function Order({ order }: { order: AdminOrderDetailView }) {
  const { _id, state, shopper, note, paymentIntentId, checkedAt } = order;
  const hasDocuments = state === 'paid' || state === 'refunded';
  const canCheck = useCan()('orders.check') && (state === 'pending' || state === 'failed');
  return (
    <>
      <MoneyNotices order={order} />
      <div className={styles.columns}>
        <div className="stack gap-5">
          <FulfilmentSection order={order} />
          <Section title={m.adminOrders.items()}>
            <OrderSums order={order} />
            <OrderTexts lead={m.legalPages.apply()} texts={order.texts} />
          </Section>
          <ReturnsSection order={order} />
          <RefundSection order={order} />
          <EmailsSection order={order} />
        </div>
        <div className="stack gap-5">
          <Section title={m.adminOrders.progress()}>
            <Timeline order={order} forAdmins />
          </Section>
          {hasDocuments && <DocumentsSection order={order} />}
          <Section title={m.adminOrders.customer()}>
            <div>
              <Shopper shopper={shopper} />
              {shopper && <p className="soft breaks text-note">{shopper.email}</p>}
            </div>
            {note && (
              <p className={`multiline breaks ${styles.note}`} dir="auto">
                {note}
              </p>
            )}
          </Section>
          <Section title={m.adminOrders.delivery()}>
            <Delivery order={order} />
          </Section>
          {order.billing && (
            <Section title={m.vat.billing()}>
              <Billing {...order} />
              <Consultation of={order.vatConsultation} />
            </Section>
          )}
          <NotesSection order={order} />
          <Section title={m.adminOrders.payment()}>
            <div>
              <p className="mono breaks">{paymentIntentId ?? m.adminOrders.noPaymentId()}</p>
              <p className="soft breaks text-note">
                <Sentence of={m.adminOrders.checked()} parts={{ date: () => <DateAndTime date={checkedAt} /> }} />
              </p>
            </div>
            {canCheck && (
              <div>
                <ActionButton size="small" action={() => succeeds(checkPayment(_id))}>
                  {m.adminOrders.checkPayment()}
                </ActionButton>
              </div>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}
