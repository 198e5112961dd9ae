import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { forgotPasswordInput } from '#contract/users.input.ts';
import { EmailField } from '../../components/accountFields.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form, fieldsOf } from '../../components/Form.tsx';
import { requestPasswordReset } from '../../stores/account.ts';
import styles from './ForgotPasswordDialog.module.css';

type ForgotPasswordDialogProps = {
  /** What the login form has for an email, or ''; null while the dialog is closed. */
  email: string | null;
  onClose: () => void;
};

/** Asks for the email to which the link goes. */
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
      <p className={styles.lead}>Tell us your email, and we send you a link with which you can set a new password.</p>
      <EmailField {...field('email')} />
      <Button type="submit" variant="primary" size="large" wide>
        Send the link
      </Button>
    </Form>
  );
}
