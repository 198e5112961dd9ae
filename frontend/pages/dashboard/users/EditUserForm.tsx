import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { pagePatterns } from '#contract/page-addresses.ts';
import { type AdminUserInput, adminUserInput } from '#contract/users.input.ts';
import type { AdminUserView } from '#contract/users.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Form, fieldsOf } from '../../../components/Form.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { PersonFields } from '../../../components/PersonFields.tsx';
import { showFormFailure } from '../../../components/showFormFailure.ts';
import { useLeaveQuestion } from '../../../components/useLeaveQuestion.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { editUser, userValues } from '../../../stores/dashboard/userEditor.ts';
import { AccountFields } from './AccountFields.tsx';
import styles from './EditUserForm.module.css';

type EditUserFormProps = {
  user: AdminUserView;
  /** Whether admins edit themselves. */
  isSelf: boolean;
};

/** The fields that admins may change of anybody. */
export function EditUserForm({ user, isSelf }: EditUserFormProps) {
  const form = useForm<AdminUserInput>({ resolver: yupResolver(adminUserInput), defaultValues: userValues(user) });
  const { isSubmitting, isDirty } = form.formState;
  const { reset } = form;
  useLeaveQuestion(isDirty && !isSubmitting);

  useEffect(() => reset(userValues(user)), [user, reset]);

  const submit = form.handleSubmit(async (values) => {
    try {
      await editUser(user, values);
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
    }
  });

  return (
    <Panel as="div" className={styles.panel}>
      <Form onSubmit={submit}>
        <AccountFields form={form} user={user} isSelf={isSelf} />
        <PersonFields field={fieldsOf(form)} isOther />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Save
          </Button>
          <ButtonLink href={pagePatterns.users}>Back to the users</ButtonLink>
        </div>
      </Form>
    </Panel>
  );
}
