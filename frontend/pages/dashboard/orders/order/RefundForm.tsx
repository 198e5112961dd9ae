import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type AdminOrderDetailView, REASON_MAX } from '#contract/orders/orders.ts';
import { refundOf } from '#contract/orders/refunds.ts';
import { formatMinorUnits, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { refundItems } from '../../../../api/admin/order.ts';
import { randomKey } from '../../../../browser/randomKey.ts';
import { Button } from '../../../../components/Button.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { Form, fieldsOf, numberFieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { leftToRefund } from '../leftToRefund.ts';
import { type Counts, UnitFields } from './UnitFields.tsx';
import { type RefundableUnits, refundLines } from './unitsLeft.ts';

type RefundValues = {
  of: 'items' | 'amount' | 'rest';
  counts: Counts;
  amount: number | null;
  reason: string;
  restock: boolean;
};

type RefundFormProps = { order: AdminOrderDetailView; units: readonly RefundableUnits[]; onEnd: () => void };

/** Refunds some of `units`, an amount, or all that is left. */
export function RefundForm({ order, units, onEnd }: RefundFormProps) {
  // The same for each attempt with this form, so that a repeated one refunds once.
  const [key] = useState(randomKey);
  const left = leftToRefund(order);
  const most = formatMinorUnits(left, order.currency);
  const form = useForm<RefundValues>({
    defaultValues: { of: 'items', counts: units.map(() => 0), amount: null, reason: '', restock: true },
  });
  const { setFocus } = form;
  const field = fieldsOf(form);
  const number = numberFieldsOf(form);
  const { of, counts, amount } = useWatch({ control: form.control }) as RefundValues;
  const lines = refundLines(order, units, counts);
  const refunded =
    of === 'rest'
      ? left
      : of === 'amount'
        ? toMinorUnits(amount || 0)
        : Math.min(
            left,
            refundOf(
              order.lines.map((line, index) => ({
                ...line,
                price: toMinorUnits(line.unitPrice),
                toRefund: lines[index]?.count ?? 0,
              })),
              toMinorUnits(order.discount),
            ),
          );

  useEffect(() => setFocus('of'), [setFocus]);

  const submit = submitOf(form, async ({ reason, restock }) => {
    const input = {
      reason,
      restock: of !== 'amount' && restock,
      ...(of === 'items' && { lines: lines.filter(({ count }) => count > 0) }),
      ...(of === 'amount' && { amount }),
    };
    await refundItems(order._id, input as Parameters<typeof refundItems>[1], key);
    onEnd();
  });

  return (
    <div>
      <Form onSubmit={submit}>
        <SelectField {...field('of')} label={m.adminOrders.refundOf()}>
          <option value="items">{m.adminOrders.items()}</option>
          <option value="amount">{m.adminOrders.anAmount()}</option>
          <option value="rest">{m.adminOrders.refundRest({ amount: most })}</option>
        </SelectField>
        {of === 'items' && (
          <UnitFields
            form={form}
            units={units}
            label={m.adminOrders.refundUnits}
            fullLabel={m.adminOrders.refundUnitsOf}
          />
        )}
        {of === 'amount' && (
          <Field
            {...number('amount')}
            // Unreadable text disables the button, so nothing else would say why.
            {...(Number.isNaN(amount) && { error: m.adminOrders.amountExample() })}
            label={m.adminOrders.amountIn({ currency: order.currency })}
            hint={m.adminOrders.atMost({ amount: most })}
          />
        )}
        <Field
          {...field('reason')}
          label={m.adminOrders.reason()}
          hint={m.adminOrders.reasonHint()}
          maxLength={REASON_MAX}
          required
        />
        {of !== 'amount' && <SwitchField {...field('restock')} label={m.adminOrders.restock()} />}
        <div className="cluster">
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting} disabled={refunded <= 0}>
            {m.adminOrders.refundAmount({ amount: formatMinorUnits(refunded, order.currency) })}
          </Button>
          <Button onClick={onEnd}>{m.common.cancel()}</Button>
        </div>
      </Form>
    </div>
  );
}
