import { m } from '#messages';
import { Icon } from '../../components/Icon.tsx';
import styles from './Steps.module.css';
import { CART_STEP, PAYMENT_STEP, type Step } from './useOrderStep.ts';

const steps = [
  { number: CART_STEP, name: m.checkout.cart },
  { number: PAYMENT_STEP, name: m.checkout.deliveryAndPayment },
];

/** The progress of the order. */
export function Steps({ current }: { current: Step }) {
  return (
    <ol className={`row soft text-compact ${styles.steps}`} aria-label={m.checkout.progress()}>
      {steps.map(({ number, name }) => (
        <li key={number} className={`row gap-2 ${styles.step}`} aria-current={number === current ? 'step' : undefined}>
          <span className={`circle numbers text-small ${styles.number}`}>
            {number < current ? <Icon name="check" size={14} /> : <span aria-hidden="true">{number}</span>}
          </span>
          <span>{name()}</span>
          {number < current && <span className="visually-hidden">{` ${m.checkout.completed()}`}</span>}
        </li>
      ))}
    </ol>
  );
}
