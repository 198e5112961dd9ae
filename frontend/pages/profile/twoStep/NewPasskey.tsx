import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { passkeyNameForm } from '#contract/users/factors.input.ts';
import { m } from '#messages';
import { errorMessage } from '../../../api/errors.ts';
import { addPasskey, type FactorChange } from '../../../api/factors.ts';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';

type NewPasskeyProps = { onCancel: () => void; onDone: (change: FactorChange) => void };

/** Names a passkey, and lets the browser create it. */
export default function NewPasskey({ onCancel, onDone }: NewPasskeyProps) {
  const form = useForm({ resolver: yupResolver(passkeyNameForm), defaultValues: { name: '' } });
  const submit = form.handleSubmit(({ name }) =>
    addPasskey(name).then(onDone, (error) => form.setError('root', { message: errorMessage(error) })),
  );
  return (
    <Form onSubmit={submit}>
      <Field
        {...fieldsOf(form)('name')}
        label={m.profile.passkeyName()}
        hint={m.profile.passkeyHint()}
        autoComplete="off"
        required
      />
      <FormActions form={form} action={m.profile.createPasskey()} onCancel={onCancel} />
    </Form>
  );
}
