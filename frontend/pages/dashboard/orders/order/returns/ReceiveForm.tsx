import { useForm } from 'react-hook-form';
import { returnConditions } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { receiveReturn } from '../../../../../api/admin/returns.ts';
import { Field } from '../../../../../components/forms/Field.tsx';
import { Form, FormActions, numberFieldsOf } from '../../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../../components/forms/submit.ts';
import { conditionNames } from './conditionNames.ts';
import styles from './ReturnsSection.module.css';
import type { StepFormProps } from './stepForm.ts';

/** Records how many units of a return came back in which condition. */
export function ReceiveForm({ goods, order, action, onClose }: StepFormProps) {
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  const form = useForm({ defaultValues: { counts: goods.lines.map(({ count }) => [count, 0, 0]) } });
  const number = numberFieldsOf(form);
  const submit = submitOf(form, async ({ counts }) => {
    const lines = goods.lines.flatMap(({ productId }, line) =>
      returnConditions.map((condition, index) => ({ productId, condition, count: counts[line]?.[index] ?? 0 })),
    );
    await receiveReturn({ orderId: order._id, returnId: goods._id }, { lines: lines.filter(({ count }) => count > 0) });
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <p className="soft text-note">{m.adminReturns.receiveHint()}</p>
      {goods.lines.map(({ productId, count }, line) => (
        <fieldset key={productId} className="stack gap-2">
          <legend className={`medium breaks ${styles.product}`}>
            <bdi>{titles.get(productId)}</bdi>
          </legend>
          <div className={styles.conditions}>
            {returnConditions.map((condition, index) => (
              <Field
                key={condition}
                {...number(`counts.${line}.${index}`, {
                  integer: true,
                  validate: (value) =>
                    (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= count) ||
                    m.adminOrders.unitsRange({ left: count }),
                })}
                label={conditionNames[condition]()}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <FormActions form={form} action={action} onCancel={onClose} />
    </Form>
  );
}
