import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { type AdminUserInput, adminUserInput } from '#contract/users/users.input.ts';
import type { AdminUserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { editUser } from '../../../api/admin/users.ts';
import { showNothingChanged } from '../../../browser/toasts.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { PersonFields } from '../../../components/forms/PersonFields.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { useUnsavedChangesPrompt } from '../../../components/forms/useUnsavedChangesPrompt.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { changedValues } from '../../../stores/changedValues.ts';
import { AccountFields } from './AccountFields.tsx';

type EditUserFormProps = {
  user: AdminUserView;
  /** Whether it is one's own account. */
  isSelf: boolean;
  /** Whether one's role allows it. */
  canEdit: boolean;
};

/** A form for the details of a user that can be changed, disabled if one's role doesn't allow it. */
export function EditUserForm({ user, isSelf, canEdit }: EditUserFormProps) {
  const form = useForm<AdminUserInput>({ resolver: yupResolver(adminUserInput), defaultValues: userValues(user) });
  const { isSubmitting, isDirty } = form.formState;
  const { reset } = form;

  // What is typed stays, whatever reloads the user meanwhile.
  useEffect(() => reset(userValues(user), { keepDirtyValues: true, keepDirty: true }), [user, reset]);

  const submit = submitOf(form, async (values) => {
    // Only changed fields are sent, so that other admins' edits stay.
    const changes = changedValues<AdminUserInput>(userValues(user), values);
    if (Object.keys(changes).length === 0) return showNothingChanged();
    reset(userValues(await editUser(user.email, changes)));
  });

  useUnsavedChangesPrompt(isDirty && !isSubmitting);
  return (
    <Panel as="div" className="padded narrow">
      <Form onSubmit={submit}>
        {!canEdit && (
          <p className="soft">
            {user.role === 'owner' ? m.adminUsers.accountIsOwners() : m.adminUsers.accountIsAdmins()}
          </p>
        )}
        <fieldset className="contents" disabled={!canEdit} aria-label={m.adminUsers.account()}>
          <AccountFields form={form} user={user} isSelf={isSelf} />
          <PersonFields field={fieldsOf(form)} isOtherPerson />
        </fieldset>
        <div className="cluster">
          {canEdit && (
            <Button type="submit" variant="primary" busy={isSubmitting}>
              {m.common.save()}
            </Button>
          )}
          <ButtonLink href={pagePatterns.users}>{m.adminUsers.backToUsers()}</ButtonLink>
        </div>
      </Form>
    </Panel>
  );
}

function userValues(user: AdminUserView) {
  const { email, username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role } = user;
  return { email, username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role };
}
