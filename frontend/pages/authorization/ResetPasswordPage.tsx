import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { resetPasswordInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { Notice } from '../../components/feedback/Notice.tsx';
import { LoginName, NewPasswordField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { showFormFailure } from '../../components/forms/submit.ts';
import { LoginButton } from '../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { isDeadLink, resetPassword } from '../../stores/account.ts';
import { openLoginForm } from '../../stores/session.ts';

/** Milliseconds until the login form opens. */
const REDIRECT_AFTER = 7000;

/** The target of the reset link: sets a new password with the token in the URL. */
export default function ResetPasswordPage({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'done' | 'dead'>('open');
  if (state === 'done') return <Done />;
  if (state === 'dead') return <DeadLink />;
  return <ResetPasswordForm token={token} onDone={() => setState('done')} onDead={() => setState('dead')} />;
}

type ResetPasswordFormProps = { token: string; onDone: () => void; onDead: () => void };

function ResetPasswordForm({ token, onDone, onDead }: ResetPasswordFormProps) {
  const form = useForm({
    resolver: yupResolver(resetPasswordInput),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const field = fieldsOf(form);

  const submit = form.handleSubmit(async (values) => {
    try {
      await resetPassword(token, values);
      onDone();
    } catch (error) {
      showFormFailure(form, error);
      if (isDeadLink(error)) onDead();
    }
  });

  return (
    <FormPanel title={<PageTitle title={m.login.resetTitle()} />} lead={m.login.resetLead()}>
      <Form onSubmit={submit}>
        <LoginName email={new URLSearchParams(location.hash.slice(1)).get('email')} />
        <NewPasswordField {...field('newPassword', { deps: ['confirmPassword'] })} />
        <NewPasswordField {...field('confirmPassword')} label={m.login.confirmNewPassword()} hint={undefined} />
        <SubmitButton form={form}>{m.login.resetPassword()}</SubmitButton>
      </Form>
    </FormPanel>
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
      title={<PageTitle title={m.login.passwordReset()} />}
      actions={<LoginButton>{m.login.goToLogin()}</LoginButton>}
    >
      {m.login.takingYouToLogin()}
    </Notice>
  );
}

function DeadLink() {
  return (
    <Notice
      icon="lock"
      title={<PageTitle title={m.login.deadResetLink()} />}
      actions={<LoginButton>{m.login.goToLogin()}</LoginButton>}
    >
      {m.login.deadResetLinkText()}
    </Notice>
  );
}
