import { yupResolver } from '@hookform/resolvers/yup';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { deleteAccountInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { LoginName } from '../../components/forms/accountFields.tsx';
import { Form, FormActions, fieldsOf } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { submitOf } from '../../components/forms/submit.ts';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { deleteAccount, saveAccount } from '../../stores/account.ts';

/** Lets a user take their data along, and leave. Admins can't delete their own account. */
export function PrivacyPanel({ isAdmin }: { isAdmin: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false);

  return (
    <TitledPanel id="data" title={m.profile.data()} lead={m.profile.dataLead()} className="roomy">
      <div className="cluster">
        <ActionButton action={() => saveAccount().catch(showFailure)}>{m.profile.downloadData()}</ActionButton>
        {!isAdmin && (
          <Button variant="quiet" onClick={() => setIsDeleting(true)}>
            {m.profile.deleteAccount()}
          </Button>
        )}
      </div>
      <Dialog open={isDeleting} onClose={() => setIsDeleting(false)} title={m.profile.deleteTitle()}>
        <DeleteAccountForm onCancel={() => setIsDeleting(false)} />
      </Dialog>
    </TitledPanel>
  );
}

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm({ resolver: yupResolver(deleteAccountInput), defaultValues: { password: '' } });
  const field = fieldsOf(form);
  const submit = submitOf(form, deleteAccount);
  return (
    <Form onSubmit={submit}>
      <LoginName />
      <p>{m.profile.deleteText()}</p>
      <PasswordField {...field('password')} label={m.common.password()} autoComplete="current-password" required />
      <FormActions form={form} action={m.profile.deleteAccount()} variant="danger" onCancel={onCancel} />
    </Form>
  );
}
