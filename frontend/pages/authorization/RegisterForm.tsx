import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { inShop } from '#contract/pages.ts';
import { type RegisterInput, registerInput } from '#contract/users.input.ts';
import { LoginEmailField, NewPasswordField, UsernameField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { submitOf } from '../../components/forms/submit.ts';
import { LoginLink } from '../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { register } from '../../stores/login.ts';
import { shop } from '../../texts/shop.ts';

type RegisterFormProps = { onRegistered: (values: RegisterInput) => void };

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const form = useForm({
    resolver: yupResolver(registerInput),
    defaultValues: { email: '', username: '', password: '' },
  });
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
          Already have an account? <LoginLink>Go to Login</LoginLink>
        </>
      }
    >
      <Form onSubmit={submit}>
        <LoginEmailField {...field('email')} />
        <UsernameField {...field('username')} hint="Shown next to your comments." />
        <NewPasswordField {...field('password')} label="Password" />
        <SubmitButton form={form}>Register</SubmitButton>
      </Form>
    </FormPanel>
  );
}
