import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { changePasswordInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { LoginName, NewPasswordField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { submitOf } from '../../components/forms/submit.ts';
import { changePassword } from '../../stores/account.ts';

/** Sets a new password. Success ends the session and opens the login form. */
export function ChangePasswordForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm({
    resolver: yupResolver(changePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const submit = submitOf(form, changePassword);

  return (
    <>
      <h2 className="text-heading">{m.profile.changePassword()}</h2>
      <p className="soft">{m.profile.changePasswordLead()}</p>
      <Form onSubmit={submit}>
        <LoginName />
        <PasswordField
          {...field('currentPassword')}
          label={m.profile.currentPassword()}
          autoComplete="current-password"
          autoFocus
          required
        />
        <NewPasswordField {...field('newPassword', { deps: ['confirmPassword'] })} />
        <NewPasswordField {...field('confirmPassword')} label={m.profile.confirmPassword()} hint={undefined} />
        <div className="cluster">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {m.profile.changePassword()}
          </Button>
          <Button onClick={onCancel}>{m.common.cancel()}</Button>
        </div>
      </Form>
    </>
  );
}
