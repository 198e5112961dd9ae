import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { codeForm } from '#contract/users/factors.input.ts';
import type { ReauthenticationView } from '#contract/users/factors.ts';
import { deleteAccountInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import {
  cancelReauthentication,
  reauthenticate,
  reauthenticateByPasskey,
  reauthentication,
} from '../../stores/reauthentication.ts';
import { Button } from '../Button.tsx';
import { LoginName } from '../forms/accountFields.tsx';
import { CodeField } from '../forms/CodeField.tsx';
import { Form, FormActions, fieldsOf } from '../forms/Form.tsx';
import { PasskeyButton } from '../forms/PasskeyButton.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { submitOf } from '../forms/submit.ts';
import { Dialog } from './Dialog.tsx';
import styles from './ReauthenticationDialog.module.css';

/** Asks the user to authenticate again, before a change that grants power or can't be undone. */
export function ReauthenticationDialog() {
  const { question } = useSnapshot(reauthentication);
  return (
    <Dialog open={question !== null} onClose={cancelReauthentication} title={m.feedback.reauthenticate()}>
      {question && <Question question={question as ReauthenticationView} />}
    </Dialog>
  );
}

function Question({ question }: { question: ReauthenticationView }) {
  const [isByCode, setIsByCode] = useState(false);
  return (
    <>
      <p className="soft">{m.feedback.reauthenticateLead()}</p>
      {isByCode ? <CodeForm /> : <PasswordForm />}
      <div className={styles.others}>
        {question.methods.includes('passkey') && (
          <PasskeyButton onUse={() => reauthenticateByPasskey(question)}>{m.feedback.byPasskey()}</PasskeyButton>
        )}
        {question.methods.includes('code') && (
          <Button variant="quiet" size="small" onClick={() => setIsByCode(!isByCode)}>
            {isByCode ? m.feedback.byPassword() : m.feedback.byAuthenticator()}
          </Button>
        )}
      </div>
    </>
  );
}

function PasswordForm() {
  const form = useForm({ resolver: yupResolver(deleteAccountInput), defaultValues: { password: '' } });
  const submit = submitOf(form, reauthenticate);
  return (
    <Form onSubmit={submit}>
      <LoginName />
      <PasswordField
        {...fieldsOf(form)('password')}
        label={m.common.password()}
        autoComplete="current-password"
        required
      />
      <FormActions form={form} action={m.common.confirm()} onCancel={cancelReauthentication} />
    </Form>
  );
}

function CodeForm() {
  const form = useForm({ resolver: yupResolver(codeForm(false)), defaultValues: { code: '' } });
  const submit = submitOf(form, reauthenticate);
  return (
    <Form onSubmit={submit}>
      <CodeField {...fieldsOf(form)('code')} />
      <FormActions form={form} action={m.common.confirm()} onCancel={cancelReauthentication} />
    </Form>
  );
}
