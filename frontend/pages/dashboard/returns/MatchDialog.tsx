import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { succeeds } from '../../../api/admin/failure.ts';
import { fetchAdminOrder } from '../../../api/admin/order.ts';
import { findNumberedOrder, matchWithdrawal } from '../../../api/admin/withdrawals.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { chosenUnits } from '../../../components/order/chosenUnits.ts';
import { type Counts, UnitFields } from '../orders/order/UnitFields.tsx';
import type { DecisionDialogProps } from './DismissDialog.tsx';

/** Chooses the order of a withdrawal, and its units. */
export function MatchDialog({ withdrawal, ...rest }: DecisionDialogProps) {
  return (
    <Dialog open={withdrawal !== null} title={m.adminReturns.matchTitle()} onClose={rest.onClose}>
      {withdrawal && <Match key={withdrawal._id} withdrawal={withdrawal} {...rest} />}
    </Dialog>
  );
}

type MatchProps = DecisionDialogProps & { withdrawal: NonNullable<DecisionDialogProps['withdrawal']> };

function Match({ withdrawal, ...rest }: MatchProps) {
  const { orderId, orderNumber, items, note, name } = withdrawal;
  const [order, setOrder] = useState<AdminOrderDetailView | null>(null);

  useEffect(() => {
    const found = orderId === null ? findNumberedOrder(orderNumber) : fetchAdminOrder(orderId);
    // What the admin has found meanwhile stays.
    void succeeds(found.then((order) => setOrder((chosen) => chosen ?? order)));
  }, [orderId, orderNumber]);

  return (
    <div className="stack">
      <div className="stack gap-1">
        <p className="medium breaks">
          <bdi>{name}</bdi>
        </p>
        <p className="soft multiline breaks text-note" dir="auto">
          {[items || m.adminReturns.allItems(), note].filter(Boolean).join('\n')}
        </p>
      </div>
      <FindForm withdrawal={withdrawal} onFound={setOrder} />
      {order && <UnitsForm key={JSON.stringify(order)} order={order} withdrawal={withdrawal} {...rest} />}
    </div>
  );
}

type FindFormProps = Pick<MatchProps, 'withdrawal'> & { onFound: (order: AdminOrderDetailView | null) => void };

function FindForm({ withdrawal: { orderNumber }, onFound }: FindFormProps) {
  const form = useForm({ defaultValues: { number: orderNumber } });
  const submit = submitOf(form, async ({ number }) => {
    const order = await findNumberedOrder(number);
    onFound(order);
    if (order === null) form.setError('number', { message: m.adminReturns.noSuchOrder() });
  });
  return (
    <Form onSubmit={submit}>
      <Field
        {...fieldsOf(form)('number')}
        label={m.adminReturns.orderNumber()}
        autoComplete="off"
        trailing={
          <Button type="submit" size="small" variant="quiet" busy={form.formState.isSubmitting}>
            {m.adminReturns.find()}
          </Button>
        }
      />
      <InlineError>{form.formState.errors.root?.message}</InlineError>
    </Form>
  );
}

function UnitsForm({ order, withdrawal, request, onClose }: MatchProps & { order: AdminOrderDetailView }) {
  const units = order.lines
    .map(({ productId, title, withdrawable }) => ({ productId, title, left: withdrawable }))
    .filter(({ left }) => left > 0);
  const form = useForm<{ counts: Counts }>({ defaultValues: { counts: units.map(({ left }) => left) } });
  const submit = submitOf(form, async ({ counts }) => {
    await matchWithdrawal(request, withdrawal, { orderId: order._id, lines: chosenUnits(units, counts) });
    onClose();
  });
  if (!order.canWithdraw) return <InlineError>{m.adminReturns.nothingToWithdraw()}</InlineError>;
  return (
    <Form onSubmit={submit}>
      <p>
        {m.adminReturns.orderOf({
          number: String(order.number),
          customer: order.shopper?.username ?? order.delivery?.name ?? '',
        })}
      </p>
      <UnitFields
        form={form}
        units={units}
        label={m.adminReturns.withdrawUnits}
        fullLabel={m.adminReturns.withdrawUnitsOf}
      />
      <FormActions form={form} action={m.adminReturns.matchNow()} onCancel={onClose} />
    </Form>
  );
}
