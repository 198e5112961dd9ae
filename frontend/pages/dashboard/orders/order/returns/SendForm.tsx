import { yupResolver } from '@hookform/resolvers/yup';
import { useId } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { CARRIER_MAX, TRACKING_NUMBER_MAX } from '#contract/orders.ts';
import { type SendReturnInput, sendReturnInput } from '#contract/returns.input.ts';
import { m } from '#messages';
import { sendGoods } from '../../../../../api/admin/returns.ts';
import { InlineError } from '../../../../../components/feedback/InlineError.tsx';
import { Field } from '../../../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../../components/forms/submit.ts';
import { carriers } from '../carriers.ts';
import type { StepFormProps } from './stepForm.ts';

/** Sends a replacement, which is taken from stock, or the repaired goods. */
export function SendForm({ goods, action, how, onClose }: StepFormProps & { how: 'replace' | 'repair' }) {
  const form = useForm({
    resolver: yupResolver(sendReturnInput) as Resolver<SendReturnInput, unknown, SendReturnInput>,
    defaultValues: { carrier: '', trackingNumber: '' },
  });
  const field = fieldsOf(form);
  const carriersId = useId();
  const submit = submitOf(form, async (input) => {
    await sendGoods(goods._id, how, input);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      {how === 'replace' && <p className="soft text-note">{m.adminReturns.replaceHint()}</p>}
      <Field
        {...field('carrier')}
        label={m.adminOrders.carrier()}
        list={carriersId}
        autoComplete="off"
        maxLength={CARRIER_MAX}
        required
      />
      <datalist id={carriersId}>
        {carriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        {...field('trackingNumber')}
        label={m.adminOrders.trackingNumberOptional()}
        maxLength={TRACKING_NUMBER_MAX}
      />
      <InlineError>{form.formState.errors.root?.message}</InlineError>
      <FormActions form={form} action={action} onCancel={onClose} />
    </Form>
  );
}
