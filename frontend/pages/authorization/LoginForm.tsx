import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { loginInput } from '#contract/users.input.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { showRegister } from '../../stores/authorizationForm.ts';
import { logIn } from '../../stores/session.ts';
import styles from './AuthorizationPage.module.css';
import { ForgotPasswordDialog } from './ForgotPasswordDialog.tsx';

type LoginFormProps = {
  /** What the person has just registered with, or ''. */
  email: string;
};

export function LoginForm({ email }: LoginFormProps) {
  const form = useForm({ resolver: yupResolver(loginInput), defaultValues: { email, password: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  const [forgottenEmail, setForgottenEmail] = useState<string | null>(null);

  useEffect(() => {
    if (email) setFocus('password');
  }, [email, setFocus]);

  const submit = form.handleSubmit((values) => logIn(values).catch((error) => showFormFailure(form, error)));

  return (
    <>
      <PageTitle title="Login" />
      <p className={styles.lead}>
        New to WebShop?{' '}
        <Link href="/authorization" onClick={showRegister}>
          Create an account
        </Link>
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          {...form.register('email')}
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          required
        />
        <PasswordField
          {...form.register('password')}
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          required
        />
        <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
          Login
        </Button>
      </form>
      <div className={styles.aside}>
        <Button variant="quiet" size="small" onClick={() => setForgottenEmail(form.getValues('email'))}>
          Forgot password?
        </Button>
      </div>
      <ForgotPasswordDialog email={forgottenEmail} onClose={() => setForgottenEmail(null)} />
    </>
  );
}
