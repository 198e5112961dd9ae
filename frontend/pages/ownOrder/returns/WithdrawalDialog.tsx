import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { WITHDRAWAL_NOTE_MAX } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import { withdrawFromOrder } from '../../../api/returns.ts';
import { showToast } from '../../../browser/toasts.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { chosenUnits } from '../../../components/order/chosenUnits.ts';
import { UnitChoices } from './UnitChoices.tsx';
import { Units } from './Units.tsx';

type WithdrawalDialogProps = { order: OrderDetailView; open: boolean; onClose: () => void };

/** Withdraws from an order or some of its units, in two steps: Directive 2011/83/EU, Art. 11a. */
export default function WithdrawalDialog({ order, open, onClose }: WithdrawalDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.withdrawals.title()}>
      <WithdrawalForm order={order} onClose={onClose} />
    </Dialog>
  );
}

function WithdrawalForm({ order, onClose }: Omit<WithdrawalDialogProps, 'open'>) {
  const { _id, number, lines } = order;
  // As they are when it opens: the counts belong to them, also once the order is loaded again.
  const [choices] = useState(() =>
    lines.map(({ withdrawable, ...line }) => ({ ...line, left: withdrawable })).filter(({ left }) => left > 0),
  );
  const form = useForm({ defaultValues: { counts: choices.map(({ left }) => left), note: '' } });
  const [isChecked, setIsChecked] = useState(false);
  const { counts = [], note = '' } = useWatch({ control: form.control });
  const units = chosenUnits(choices, counts);
  const confirm = submitOf(form, async ({ note }) => {
    showToast('success', await withdrawFromOrder(_id, { lines: units, note }));
    onClose();
  });

  // Without keys, a pressed button would stay focused as a button of the next step.
  if (!isChecked) {
    return (
      <Form key="choice" onSubmit={() => setIsChecked(true)}>
        <p className="soft">{m.withdrawals.choose()}</p>
        <UnitChoices form={form} choices={choices} />
        <TextArea
          {...fieldsOf(form)('note')}
          label={m.withdrawals.noteOptional()}
          rows={2}
          maxLength={WITHDRAWAL_NOTE_MAX}
        />
        <DialogActions>
          <Button onClick={onClose}>{m.common.cancel()}</Button>
          <Button type="submit" variant="primary" disabled={units.length === 0}>
            {m.withdrawals.review()}
          </Button>
        </DialogActions>
      </Form>
    );
  }
  return (
    <Form key="statement" onSubmit={confirm}>
      <Declaration number={String(number)}>
        <Units order={order} units={units} />
        {note && (
          <p className="breaks multiline" dir="auto">
            {note}
          </p>
        )}
      </Declaration>
      <p className="soft text-note">{m.withdrawals.byMail()}</p>
      <InlineError>{form.formState.errors.root?.message}</InlineError>
      <DialogActions>
        <Button onClick={() => setIsChecked(false)}>{m.withdrawals.change()}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {m.withdrawals.confirm()}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** The statement that is going to be made; takes the focus from the button that is gone. */
function Declaration({ number, children }: { number: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className="stack gap-2">
      <p className="medium">{m.withdrawals.theseItems({ number })}</p>
      {children}
    </div>
  );
}
