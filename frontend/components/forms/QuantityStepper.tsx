import { COUNT_MAX, COUNT_MIN } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { IconButton } from '../IconButton.tsx';
import styles from './QuantityStepper.module.css';

type QuantityStepperProps = {
  count: number;
  max?: number;
  /** Called with 1 or -1. */
  onChange: (delta: 1 | -1) => void;
  /** The product's title, for the names of the buttons. */
  title: string;
};

/**
 * A product's quantity with minus and plus buttons. At a limit a button stays focusable, so that keyboard users keep their
 * place.
 */
export function QuantityStepper({ count, max = COUNT_MAX, onChange, title }: QuantityStepperProps) {
  return (
    <fieldset className={styles.stepper} aria-label={m.forms.quantity({ title })}>
      <IconButton
        icon="minus"
        iconSize={16}
        label={m.forms.decreaseQuantity({ title })}
        aria-disabled={count <= COUNT_MIN}
        onClick={() => count > COUNT_MIN && onChange(-1)}
      />
      <output className={`medium numbers ${styles.count}`}>{count}</output>
      <IconButton
        icon="plus"
        iconSize={16}
        label={m.forms.increaseQuantity({ title })}
        aria-disabled={count >= max}
        onClick={() => count < max && onChange(1)}
      />
    </fieldset>
  );
}
