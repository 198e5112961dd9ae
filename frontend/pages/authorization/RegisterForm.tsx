import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type RegisterInput, registerInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { LoginEmailField, NewPasswordField, UsernameField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { submitOf } from '../../components/forms/submit.ts';
import { Sentence } from '../../components/Sentence.tsx';
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
      title={<PageTitle title={m.login.registerTitle()}>{m.login.registerHeading({ shop: shop.name })}</PageTitle>}
      lead={<Sentence of={m.login.alreadyRegistered()} parts={{ link: (text) => <LoginLink>{text}</LoginLink> }} />}
    >
      <Form onSubmit={submit}>
        <LoginEmailField {...field('email')} />
        <UsernameField {...field('username')} hint={m.login.usernameHint()} />
        <NewPasswordField {...field('password')} label={m.common.password()} />
        <SubmitButton form={form}>{m.login.register()}</SubmitButton>
      </Form>
    </FormPanel>
  );
}
