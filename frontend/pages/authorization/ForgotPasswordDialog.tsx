import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { forgotPasswordInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { EmailField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { requestPasswordReset } from '../../stores/account.ts';

type ForgotPasswordDialogProps = {
  /** The login form's email, or ''; null while the dialog is closed. */
  email: string | null;
  onClose: () => void;
};

/** Requests a password reset link. */
export function ForgotPasswordDialog({ email, onClose }: ForgotPasswordDialogProps) {
  return (
    <Dialog open={email !== null} onClose={onClose} title={m.login.forgotTitle()}>
      <ForgotPasswordForm email={email ?? ''} onSent={onClose} />
    </Dialog>
  );
}

function ForgotPasswordForm({ email, onSent }: { email: string; onSent: () => void }) {
  const form = useForm({ resolver: yupResolver(forgotPasswordInput), defaultValues: { email } });
  const field = fieldsOf(form);

  const submit = form.handleSubmit((values) => {
    onSent();
    void requestPasswordReset(values);
  });

  return (
    <Form onSubmit={submit}>
      <p className="soft">{m.login.forgotText()}</p>
      <EmailField {...field('email')} />
      <SubmitButton form={form}>{m.login.sendResetLink()}</SubmitButton>
    </Form>
  );
}
