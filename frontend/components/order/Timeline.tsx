import { PICKUP } from '#contract/delivery.ts';
import type { Fulfilment, OrderDetailView, OrderHistoryView, OrderStep } from '#contract/orders.ts';
import { mediumMoment } from '../../texts/dates.ts';
import { Icon, type IconName } from '../Icon.tsx';
import styles from './Timeline.module.css';

const stepNames: Record<OrderStep, string> = {
  ordered: 'Ordered',
  paid: 'Paid',
  failed: 'Payment failed',
  canceled: 'Canceled',
  replaced: 'Replaced by a new order',
  partlyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  shipped: 'Shipped',
  delivered: 'Delivered',
  collected: 'Collected',
  disputed: 'Payment disputed',
};

/** The mark of a step; without a tone, it went well. */
type Mark = { tone?: 'tone-bad' | 'tone-quiet'; icon: IconName };

const GOOD: Mark = { icon: 'check' };

const marks: Partial<Record<OrderStep, Mark>> = {
  failed: { tone: 'tone-bad', icon: 'alert' },
  disputed: { tone: 'tone-bad', icon: 'alert' },
  canceled: { tone: 'tone-quiet', icon: 'close' },
  replaced: { tone: 'tone-quiet', icon: 'close' },
  partlyRefunded: { tone: 'tone-quiet', icon: 'card' },
  refunded: { tone: 'tone-quiet', icon: 'card' },
};

const aheadNames: Record<'paid' | Fulfilment, string> = { ...stepNames, open: '' };

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
            <span>{aheadNames[step]}</span>
            <span className="visually-hidden"> (still to come)</span>
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
  if (what !== 'canceled') return stepNames[what];
  return by === 'shopper' ? 'Canceled by you' : 'Canceled by the shop';
}

function nameForAdmins({ what, by, adminName }: OrderHistoryView): string {
  if (adminName) return `${stepNames[what]} by ${adminName}`;
  return what === 'canceled' && by === 'shopper' ? 'Canceled by the customer' : stepNames[what];
}

/** The steps that an order has before it, if all goes well. */
function stepsAhead({ state, fulfilment, shippingMethod }: OrderDetailView): ('paid' | Fulfilment)[] {
  if (state === 'canceled' || state === 'refunded' || fulfilment === 'canceled') return [];
  const goods: Fulfilment[] = shippingMethod === PICKUP ? ['collected'] : ['shipped', 'delivered'];
  const done = goods.indexOf(fulfilment);
  return [...(state === 'paid' ? [] : ['paid' as const]), ...goods.slice(done + 1)];
}
