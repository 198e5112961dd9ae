import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type { SecondStepView } from '#contract/users/factors.ts';
import { loginInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { LoginEmailField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { PasskeyButton } from '../../components/forms/PasskeyButton.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { submitOf } from '../../components/forms/submit.ts';
import { Sentence } from '../../components/Sentence.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { useLoginState } from '../../components/shell/useLoginState.ts';
import { showRegister } from '../../stores/authorizationForm.ts';
import { logIn, logInByPasskey } from '../../stores/login.ts';
import { shop } from '../../texts/shop.ts';
import { ForgotPasswordDialog } from './ForgotPasswordDialog.tsx';
import styles from './LoginForm.module.css';
import { SecondStepForm } from './SecondStepForm.tsx';

/** The credentials of a new registration, so that they needn't be typed again; '' without one. */
type LoginFormProps = { email: string; password: string };

export function LoginForm({ email, password }: LoginFormProps) {
  const form = useForm({ resolver: yupResolver(loginInput), defaultValues: { email, password } });
  const field = fieldsOf(form);
  const [secondStep, setSecondStep] = useState<SecondStepView | null>(null);
  const [forgottenEmail, setForgottenEmail] = useState<string | null>(null);
  const state = useLoginState();

  const submit = submitOf(form, async (values) => setSecondStep(await logIn(values)));

  if (secondStep !== null) return <SecondStepForm step={secondStep} onBack={() => setSecondStep(null)} />;

  return (
    <FormPanel
      title={<PageTitle title={m.login.title()} />}
      lead={
        <Sentence
          of={m.login.newHere({ shop: shop.name })}
          parts={{
            link: (text) => (
              <Link href={pagePatterns.authorization} state={state} onClick={showRegister}>
                {text}
              </Link>
            ),
          }}
        />
      }
    >
      <Form onSubmit={submit}>
        <LoginEmailField {...field('email')} />
        <PasswordField
          {...field('password')}
          label={m.common.password()}
          autoComplete="current-password"
          autoFocus={email !== ''}
          required
        />
        <SubmitButton form={form}>{m.common.logIn()}</SubmitButton>
      </Form>
      <div className={styles.others}>
        <PasskeyButton size="large" onUse={logInByPasskey}>
          {m.login.byPasskey()}
        </PasskeyButton>
        <Button variant="quiet" size="small" onClick={() => setForgottenEmail(form.getValues('email'))}>
          {m.login.forgot()}
        </Button>
      </div>
      <ForgotPasswordDialog email={forgottenEmail} onClose={() => setForgottenEmail(null)} />
    </FormPanel>
  );
}
