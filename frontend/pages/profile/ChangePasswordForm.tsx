import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { changePasswordInput } from '#contract/users.input.ts';
import { PASSWORD_MIN } from '#contract/users.ts';
import { Button } from '../../components/Button.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { changePassword } from '../../stores/account.ts';
import styles from './ProfilePage.module.css';

/** A new password, which ends the login: its success leads away from here. */
export function ChangePasswordForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm({
    resolver: yupResolver(changePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;

  useEffect(() => setFocus('currentPassword'), [setFocus]);

  const submit = form.handleSubmit((values) => changePassword(values).catch((error) => showFormFailure(form, error)));

  return (
    <>
      <h2 className={styles.formTitle}>Change password</h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          {...form.register('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          required
        />
        <PasswordField
          {...form.register('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters. You will then be logged out everywhere.`}
          error={errors.newPassword?.message}
          required
        />
        <PasswordField
          {...form.register('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          required
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Change password
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </>
  );
}
