import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminOrderDetailView, REASON_MAX } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { refundItems } from '../../../../api/admin/order.ts';
import { randomKey } from '../../../../browser/randomKey.ts';
import { Button } from '../../../../components/Button.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { takenUnits } from './unitsLeft.ts';

/** Returns the units of a refunded order to stock that are not back yet. */
export function RestockForm({ order, onEnd }: { order: AdminOrderDetailView; onEnd: () => void }) {
  // The same for each attempt with this form, so that a repeated one is no error.
  const [key] = useState(randomKey);
  const form = useForm({ defaultValues: { reason: '' } });
  const { setFocus } = form;
  const units = takenUnits(order);
  const count = units.reduce((sum, { left }) => sum + left, 0);

  useEffect(() => setFocus('reason'), [setFocus]);

  const submit = submitOf(form, async ({ reason }) => {
    await refundItems(order._id, { reason, restock: true }, key);
    onEnd();
  });

  return (
    <Form onSubmit={submit}>
      <div className="stack gap-2">
        <h3 className="text-body">{m.adminOrders.notInStock()}</h3>
        <ul className="stack gap-2">
          {units.map(({ productId, title, left }) => (
            <li key={productId} className="breaks">
              {`${left} × `}
              <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <Field
        {...fieldsOf(form)('reason')}
        label={m.adminOrders.reason()}
        hint={m.adminOrders.reasonHint()}
        maxLength={REASON_MAX}
        required
      />
      <div className="cluster">
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {m.adminOrders.restockCount({ count })}
        </Button>
        <Button onClick={onEnd}>{m.common.cancel()}</Button>
      </div>
    </Form>
  );
}
