import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { type RegisterInput, registerInput } from '#contract/users.input.ts';
import { PASSWORD_MIN } from '#contract/users.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { showLogin } from '../../stores/authorizationForm.ts';
import { register } from '../../stores/session.ts';
import styles from './AuthorizationPage.module.css';

type RegisterFormProps = { onRegistered: (values: RegisterInput) => void };

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const form = useForm({
    resolver: yupResolver(registerInput),
    defaultValues: { email: '', username: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await register(values);
      onRegistered(values);
    } catch (error) {
      showFormFailure(form, error);
    }
  });

  return (
    <>
      <PageTitle title="Register">Welcome to WebShop Register Page</PageTitle>
      <p className={styles.lead}>
        Already have an account?{' '}
        <Link href="/authorization" onClick={showLogin}>
          Go to Login
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
        <Field
          {...form.register('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint="Shown beside your comments."
          error={errors.username?.message}
          required
        />
        <PasswordField
          {...form.register('password')}
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters.`}
          error={errors.password?.message}
          required
        />
        <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
          Register
        </Button>
      </form>
    </>
  );
}
