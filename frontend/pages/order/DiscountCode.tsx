import type { FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { DISCOUNT_CODE_MAX } from '#contract/orders/discounts.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../components/forms/Form.tsx';
import { Icon } from '../../components/Icon.tsx';
import { hidden, Sentence } from '../../components/Sentence.tsx';
import type { CheckoutDraft } from '../../stores/checkoutDraft.ts';
import styles from './DiscountCode.module.css';

type DiscountCodeProps = {
  form: UseFormReturn<CheckoutDraft>;
  /** Whether the price is that with the code. */
  isApplied: boolean;
  isDisabled: boolean;
};

/** Applies and removes a discount code. */
export function DiscountCode(props: DiscountCodeProps) {
  return (
    // Takes the focus when the pressed button disappears.
    <div className={styles.code} tabIndex={-1}>
      {props.isApplied ? <AppliedCode {...props} /> : <CodeForm {...props} />}
    </div>
  );
}

function AppliedCode({ form, isDisabled }: DiscountCodeProps) {
  return (
    <p className={`row gap-2 text-compact ${styles.applied}`} role="status">
      <Icon name="check" size={18} />
      <span className="grow breaks">
        <Sentence
          of={m.checkout.codeApplied({ code: form.getValues('discountCode') })}
          parts={{ code: (text) => <bdi className="medium">{text}</bdi> }}
        />
      </span>
      <Button size="small" variant="quiet" disabled={isDisabled} onClick={() => removeCode(form)}>
        <Sentence of={m.checkout.removeCode()} parts={{ hidden }} />
      </Button>
    </p>
  );
}

function CodeForm({ form, isDisabled }: DiscountCodeProps) {
  const field = fieldsOf(form)('typedCode', { onChange: () => form.clearErrors('typedCode') });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    form.setValue('discountCode', form.getValues('typedCode').trim());
  };
  return (
    <div>
      <Form className={styles.form} onSubmit={apply}>
        <Field
          {...field}
          label={m.checkout.discountCode()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={DISCOUNT_CODE_MAX}
          disabled={isDisabled}
        />
        <Button type="submit" disabled={isDisabled}>
          {m.checkout.apply()}
        </Button>
        {field.error !== undefined && (
          <Button
            size="small"
            variant="quiet"
            className={styles.without}
            disabled={isDisabled}
            onClick={() => removeCode(form)}
          >
            {m.checkout.withoutCode()}
          </Button>
        )}
      </Form>
    </div>
  );
}

function removeCode(form: UseFormReturn<CheckoutDraft>): void {
  form.setValue('typedCode', '');
  form.setValue('discountCode', '');
  form.clearErrors('typedCode');
}
