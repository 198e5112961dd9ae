import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { inShop } from '#contract/pages.ts';
import { type RegisterInput, registerInput } from '#contract/users.input.ts';
import { Button } from '../../components/Button.tsx';
import { LoginEmailField, NewPasswordField, UsernameField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { submitOf } from '../../components/forms/submit.ts';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { loginState, showLogin } from '../../stores/authorizationForm.ts';
import { register } from '../../stores/login.ts';
import { shop } from '../../texts/shop.ts';

type RegisterFormProps = { onRegistered: (values: RegisterInput) => void };

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const form = useForm({
    resolver: yupResolver(registerInput),
    defaultValues: { email: '', username: '', password: '' },
  });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);

  const submit = submitOf(form, async (values) => {
    await register(values);
    onRegistered(values);
  });

  return (
    <FormPanel
      title={<PageTitle title="Register">{inShop('Welcome to WebShop Register Page', shop.name)}</PageTitle>}
      lead={
        <>
          Already have an account?{' '}
          <Link href={pagePatterns.authorization} state={loginState(pagePatterns.authorization)} onClick={showLogin}>
            Go to Login
          </Link>
        </>
      }
    >
      <Form onSubmit={submit}>
        <LoginEmailField {...field('email')} />
        <UsernameField {...field('username')} hint="Shown next to your comments." />
        <NewPasswordField {...field('password')} label="Password" />
        <Button type="submit" variant="primary" size="large" wide busy={isSubmitting}>
          Register
        </Button>
      </Form>
    </FormPanel>
  );
}
