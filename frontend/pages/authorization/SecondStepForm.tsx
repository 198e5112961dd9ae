import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { codeForm } from '#contract/users/factors.input.ts';
import type { SecondStepView } from '#contract/users/factors.ts';
import { m } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { Button } from '../../components/Button.tsx';
import { CodeField } from '../../components/forms/CodeField.tsx';
import { Form, fieldsOf, SubmitButton } from '../../components/forms/Form.tsx';
import { FormPanel } from '../../components/forms/FormPanel.tsx';
import { PasskeyButton } from '../../components/forms/PasskeyButton.tsx';
import { showFormFailure } from '../../components/forms/submit.ts';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { completeLoginByCode, completeLoginByPasskey, isLoginExpired } from '../../stores/login.ts';
import styles from './LoginForm.module.css';

type SecondStepFormProps = {
  step: SecondStepView;
  /** Returns to the login form. */
  onBack: () => void;
};

const leads = {
  code: m.login.appLead,
  passkey: m.login.passkeyLead,
  recoveryCode: m.login.recoveryLead,
};

/** The second step of a login. */
export function SecondStepForm({ step, onBack }: SecondStepFormProps) {
  const { methods } = step;
  const [isRecovery, setIsRecovery] = useState(false);
  const hasCode = methods.includes('code');
  const usual = hasCode ? 'code' : 'passkey';

  const byPasskey = () =>
    completeLoginByPasskey(step).catch((error) => {
      if (!isLoginExpired(error)) throw error;
      showFailure(error);
      onBack();
    });

  return (
    <FormPanel title={<PageTitle title={m.login.twoStep()} />} lead={leads[isRecovery ? 'recoveryCode' : usual]()}>
      {(isRecovery || hasCode) && (
        <CodeForm key={String(isRecovery)} challenge={step.challenge} isRecovery={isRecovery} onExpired={onBack} />
      )}
      <div className={styles.others}>
        {methods.includes('passkey') && (
          <PasskeyButton variant={hasCode ? 'secondary' : 'primary'} size="large" onUse={byPasskey}>
            {m.login.withPasskey()}
          </PasskeyButton>
        )}
        {methods.includes('recoveryCode') && (
          <Button variant="quiet" size="small" onClick={() => setIsRecovery(!isRecovery)}>
            {!isRecovery ? m.login.withRecoveryCode() : hasCode ? m.login.withApp() : m.login.withOwnPasskey()}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onBack}>
          {m.login.back()}
        </Button>
      </div>
    </FormPanel>
  );
}

type CodeFormProps = { challenge: string; isRecovery: boolean; onExpired: () => void };

function CodeForm({ challenge, isRecovery, onExpired }: CodeFormProps) {
  const form = useForm({ resolver: yupResolver(codeForm(isRecovery)), defaultValues: { code: '' } });
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await completeLoginByCode(challenge, code, isRecovery);
    } catch (error) {
      showFormFailure(form, error);
      if (isLoginExpired(error)) onExpired();
    }
  });

  return (
    <Form onSubmit={submit}>
      <CodeField {...fieldsOf(form)('code')} isRecovery={isRecovery} autoFocus />
      <SubmitButton form={form}>{m.common.continue()}</SubmitButton>
    </Form>
  );
}
