import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { resetPasswordInput } from '#contract/users.input.ts';
import { PASSWORD_MIN } from '#contract/users.ts';
import { ApiError } from '../../api.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { resetPassword } from '../../stores/account.ts';
import { showLogin } from '../../stores/authorizationForm.ts';
import { openLoginForm } from '../../stores/session.ts';
import styles from './AuthorizationPage.module.css';

/** How long the success stays before the login form is shown, in milliseconds. */
const REDIRECT_AFTER = 7000;

/** Where the link in the email leads: a new password, by the token in the address. */
export default function ResetPasswordPage({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'done' | 'dead'>('open');
  if (state === 'done') return <Done />;
  if (state === 'dead') return <DeadLink />;
  return (
    <div className={styles.panel}>
      <ResetPasswordForm token={token} onDone={() => setState('done')} onDead={() => setState('dead')} />
    </div>
  );
}

type ResetPasswordFormProps = { token: string; onDone: () => void; onDead: () => void };

function ResetPasswordForm({ token, onDone, onDead }: ResetPasswordFormProps) {
  const form = useForm({
    resolver: yupResolver(resetPasswordInput),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await resetPassword(token, values);
      onDone();
    } catch (error) {
      showFormFailure(form, error);
      if (error instanceof ApiError && error.code === 'malformed') onDead();
    }
  });

  return (
    <>
      <PageTitle title="Reset password" />
      <p className={styles.lead}>Choose a new password. You will then be logged out everywhere.</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          {...form.register('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={errors.newPassword?.message}
          required
        />
        <PasswordField
          {...form.register('confirmPassword')}
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          required
        />
        <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
          Reset password
        </Button>
      </form>
    </>
  );
}

function Done() {
  useEffect(() => {
    const timer = setTimeout(openLoginForm, REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice
      icon="check"
      title={<PageTitle title="Your password has been reset" />}
      actions={
        <ButtonLink variant="primary" href="/authorization" onClick={showLogin}>
          Go to Login
        </ButtonLink>
      }
    >
      The login form opens by itself in {REDIRECT_AFTER / 1000} seconds.
    </Notice>
  );
}

function DeadLink() {
  return (
    <Notice
      icon="lock"
      title={<PageTitle title="This reset link is no longer valid" />}
      actions={
        <ButtonLink variant="primary" href="/authorization" onClick={showLogin}>
          Go to Login
        </ButtonLink>
      }
    >
      A link works once, for one hour, and only until another one is asked for. On the login form you can ask for a new
      one.
    </Notice>
  );
}
