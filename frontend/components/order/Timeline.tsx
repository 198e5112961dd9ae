import { PICKUP } from '#contract/orders/delivery.ts';
import type { OrderDetailView, OrderHistoryView, OrderStep } from '#contract/orders/orders.ts';
import { isBack } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { mediumMoment } from '../../texts/dates.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { CARD } from '../laterIcons.ts';
import styles from './Timeline.module.css';

const stepNames: Record<OrderStep, () => string> = {
  ordered: m.ownOrder.ordered,
  paid: m.ownOrder.paid,
  failed: m.ownOrder.failed,
  canceled: m.ownOrder.canceled,
  replaced: m.ownOrder.replaced,
  partlyRefunded: m.ownOrder.partlyRefunded,
  refunded: m.ownOrder.refunded,
  shipped: m.ownOrder.shipped,
  delivered: m.ownOrder.delivered,
  collected: m.ownOrder.collected,
  disputed: m.ownOrder.disputed,
  refundFailed: m.ownOrder.refundFailed,
  partRefundFailed: m.ownOrder.refundFailed,
  disputeWon: m.ownOrder.disputeWon,
  disputeLost: m.ownOrder.disputeLost,
  withdrawn: m.ownOrder.withdrawn,
  returnRequested: m.ownOrder.returnRequested,
  returnApproved: m.ownOrder.returnApproved,
  returnRejected: m.ownOrder.returnRejected,
  returnCanceled: m.ownOrder.returnCanceled,
  returnReceived: m.ownOrder.returnReceived,
  returnRefunded: m.ownOrder.returnRefunded,
  returnReplaced: m.ownOrder.returnReplaced,
  returnRepaired: m.ownOrder.returnRepaired,
};

/** The mark of a step; without a tone, it went well. */
type Mark = { tone?: 'tone-bad' | 'tone-quiet'; icon: IconName };

const GOOD: Mark = { icon: 'check' };

const marks: Partial<Record<OrderStep, Mark>> = {
  failed: { tone: 'tone-bad', icon: 'alert' },
  disputed: { tone: 'tone-bad', icon: 'alert' },
  refundFailed: { tone: 'tone-bad', icon: 'alert' },
  partRefundFailed: { tone: 'tone-bad', icon: 'alert' },
  disputeLost: { tone: 'tone-bad', icon: 'alert' },
  canceled: { tone: 'tone-quiet', icon: 'close' },
  replaced: { tone: 'tone-quiet', icon: 'close' },
  returnRejected: { tone: 'tone-quiet', icon: 'close' },
  returnCanceled: { tone: 'tone-quiet', icon: 'close' },
  partlyRefunded: { tone: 'tone-quiet', icon: CARD },
  refunded: { tone: 'tone-quiet', icon: CARD },
};

type TimelineProps = {
  order: OrderDetailView;
  /** Names the customer and the admins. */
  forAdmins?: boolean;
};

/** What happened to an order, and what is still to come. */
export function Timeline({ order, forAdmins = false }: TimelineProps) {
  return (
    <ol className={styles.steps}>
      {order.history.map((step) => (
        <Step key={step.date + step.what} step={step} name={forAdmins ? nameForAdmins(step) : nameOf(step)} />
      ))}
      {stepsAhead(order).map((step) => (
        <li key={step} className={styles.step}>
          <span className={`circle ${styles.mark} ${styles.ahead}`} />
          <span className="soft">
            <span>{stepNames[step]()}</span>
            <span className="visually-hidden">{` ${m.ownOrder.stillToCome()}`}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Step({ step: { what, date }, name }: { step: OrderHistoryView; name: string }) {
  const { tone = styles.good, icon } = marks[what] ?? GOOD;
  return (
    <li className={styles.step}>
      <span className={`circle ${styles.mark} ${tone}`}>
        <Icon name={icon} size={14} />
      </span>
      <span className="medium">{name}</span>
      <time className="soft text-small" dateTime={date}>
        {mediumMoment(date)}
      </time>
    </li>
  );
}

function nameOf({ what, by }: OrderHistoryView): string {
  if (what !== 'canceled') return stepNames[what]();
  return by === 'shopper' ? m.ownOrder.canceledByYou() : m.ownOrder.canceledByShop();
}

function nameForAdmins({ what, by, adminName }: OrderHistoryView): string {
  const step = stepNames[what]();
  if (adminName) return m.ownOrder.stepBy({ step, name: adminName });
  return what === 'canceled' && by === 'shopper' ? m.ownOrder.canceledByCustomer() : step;
}

/** The steps that an order has before it, if all goes well. */
function stepsAhead(order: OrderDetailView): OrderStep[] {
  const { state, fulfilment, shippingMethod } = order;
  if (state === 'canceled' || state === 'refunded' || fulfilment === 'canceled' || isBack(order)) return [];
  const goods: OrderStep[] = shippingMethod === PICKUP ? ['collected'] : ['shipped', 'delivered'];
  const done = fulfilment === 'open' ? -1 : goods.indexOf(fulfilment);
  return [...(state === 'paid' ? [] : ['paid' as const]), ...goods.slice(done + 1)];
}
