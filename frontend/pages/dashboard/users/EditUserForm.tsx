import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { pagePatterns } from '#contract/routes.ts';
import { type AdminUserInput, adminUserInput } from '#contract/users.input.ts';
import { type AdminUserView, genders } from '#contract/users.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../components/Form.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { showFormFailure } from '../../../components/showFormFailure.ts';
import { editUser, userValues } from '../../../stores/dashboard/userEditor.ts';
import { genderNames } from '../../profile/ProfileDetail.tsx';
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
  const { reset } = form;

  useEffect(() => reset(userValues(user)), [user, reset]);

  const submit = form.handleSubmit(async (values) => {
    try {
      await editUser(user, values);
    } catch (error) {
      showFormFailure(form, error);
    }
  });

  return (
    <Panel as="div" className={styles.panel}>
      <Form onSubmit={submit}>
        <AccountFields form={form} user={user} isSelf={isSelf} />
        <PersonFields form={form} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            Save
          </Button>
          <ButtonLink href={pagePatterns.users}>Back to the users</ButtonLink>
        </div>
      </Form>
    </Panel>
  );
}

/** It is somebody else who is described: the browser is not to fill in the admin's own details. */
function PersonFields({ form }: { form: UseFormReturn<AdminUserInput> }) {
  const field = fieldsOf(form);
  return (
    <>
      <FieldPair>
        <Field {...field('firstName')} label="First name" autoComplete="off" />
        <Field {...field('lastName')} label="Last name" autoComplete="off" />
      </FieldPair>
      <SelectField {...field('gender')} label="Gender" autoComplete="off">
        {genders.toReversed().map((gender) => (
          <option key={gender} value={gender}>
            {genderNames[gender] || 'Not set'}
          </option>
        ))}
      </SelectField>
      <Field {...field('address')} label="Address" autoComplete="off" />
      <FieldPair>
        <Field {...field('city')} label="City" autoComplete="off" />
        <Field {...field('postCode')} label="Post code" autoComplete="off" />
      </FieldPair>
      <Field {...field('phoneNumber')} label="Phone number" type="tel" autoComplete="off" />
    </>
  );
}
