import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { savedViewInput } from '#contract/saved-views.input.ts';
import { VIEW_NAME_MAX } from '#contract/saved-views.ts';
import { showAdminFailure } from '../../../../api/admin/failure.ts';
import { Button } from '../../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { showFormFailure } from '../../../../components/forms/showFormFailure.ts';

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
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values.name);
      onClose();
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
    }
  });
  return (
    <Form onSubmit={submit}>
      <Field {...fieldsOf(form)('name')} label="Name" hint="Only you see it." maxLength={VIEW_NAME_MAX} required />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          Save
        </Button>
      </DialogActions>
    </Form>
  );
}
