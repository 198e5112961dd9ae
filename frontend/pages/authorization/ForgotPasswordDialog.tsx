import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { forgotPasswordInput } from '#contract/users.input.ts';
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
    <Dialog open={email !== null} onClose={onClose} title="Forgot password">
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
      <p className="soft">Enter your email and we'll send you a reset link.</p>
      <EmailField {...field('email')} />
      <SubmitButton form={form}>Send reset link</SubmitButton>
    </Form>
  );
}
