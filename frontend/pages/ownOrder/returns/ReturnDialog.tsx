import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { RETURN_NOTE_MAX, returnReasons, returnWishes } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { requestReturn } from '../../../api/returns.ts';
import { showToast } from '../../../browser/toasts.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { chosenUnits } from '../../../components/order/chosenUnits.ts';
import { returnReasonNames, returnWishNames } from '../../../components/order/returnTexts.ts';
import { UnitChoices } from './UnitChoices.tsx';

type ReturnDialogProps = { order: OrderDetailView; open: boolean; onClose: () => void };

/** Withdrawing is a statement of its own. */
const reasons = returnReasons.filter((reason) => reason !== 'withdrawal');

/** Asks the shop to take units back for a reason, such as a defect. */
export default function ReturnDialog({ order, open, onClose }: ReturnDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.returns.askTitle()}>
      <ReturnForm order={order} onClose={onClose} />
    </Dialog>
  );
}

function ReturnForm({ order: { _id, lines }, onClose }: Omit<ReturnDialogProps, 'open'>) {
  // As they are when it opens: the counts belong to them, also once the order is loaded again.
  const [choices] = useState(() =>
    lines.map(({ returnable, ...line }) => ({ ...line, left: returnable })).filter(({ left }) => left > 0),
  );
  const form = useForm({
    defaultValues: {
      // One unit is the one that is meant.
      counts: choices.map(({ left }) => (choices.length === 1 && left === 1 ? 1 : 0)),
      reason: 'defective' as const,
      wants: 'refund' as const,
      note: '',
    },
  });
  const field = fieldsOf(form);
  const { counts = [] } = useWatch({ control: form.control });
  const units = chosenUnits(choices, counts);
  const submit = submitOf(form, async ({ reason, wants, note }) => {
    showToast('success', await requestReturn(_id, { lines: units, reason, wants, note }));
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <p className="soft">{m.returns.askLead()}</p>
      <UnitChoices form={form} choices={choices} />
      <FieldPair>
        <SelectField {...field('reason')} label={m.returns.reason()}>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {returnReasonNames[reason]()}
            </option>
          ))}
        </SelectField>
        <SelectField {...field('wants')} label={m.returns.wish()}>
          {returnWishes.map((wish) => (
            <option key={wish} value={wish}>
              {returnWishNames[wish]()}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      <TextArea
        {...field('note')}
        label={m.returns.noteOptional()}
        hint={m.returns.noteHint()}
        rows={3}
        maxLength={RETURN_NOTE_MAX}
      />
      <InlineError>{form.formState.errors.root?.message}</InlineError>
      <DialogActions>
        <Button onClick={onClose}>{m.common.cancel()}</Button>
        <Button type="submit" variant="primary" disabled={units.length === 0} busy={form.formState.isSubmitting}>
          {m.returns.send()}
        </Button>
      </DialogActions>
    </Form>
  );
}
