import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { savedViewInput } from '#contract/users/saved-views.input.ts';
import { VIEW_NAME_MAX } from '#contract/users/saved-views.ts';
import { m } from '#messages';
import { Dialog } from '../../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';

type ViewDialogProps = ViewFormProps & { open: boolean; title: string };

/** Asks for the name of a view. */
export function ViewDialog({ open, title, ...form }: ViewDialogProps) {
  return (
    <Dialog open={open} title={title} onClose={form.onClose}>
      <ViewForm {...form} />
    </Dialog>
  );
}

type ViewFormProps = {
  /** The present name; '' for a new view. */
  name: string;
  /** @throws ApiError */
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
};

const nameInput = savedViewInput.pick(['name']);

function ViewForm({ name, onSave, onClose }: ViewFormProps) {
  const form = useForm({ resolver: yupResolver(nameInput), defaultValues: { name } });
  const submit = submitOf(form, async (values) => {
    await onSave(values.name);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <Field
        {...fieldsOf(form)('name')}
        label={m.adminOrders.name()}
        hint={m.adminOrders.onlyYouSee()}
        maxLength={VIEW_NAME_MAX}
        required
      />
      <FormActions form={form} action={m.common.save()} onCancel={onClose} />
    </Form>
  );
}
