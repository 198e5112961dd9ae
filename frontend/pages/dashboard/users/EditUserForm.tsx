import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { pagePatterns } from '#contract/routes.ts';
import { type AdminUserInput, adminUserInput } from '#contract/users.input.ts';
import { type AdminUserView, genders } from '#contract/users.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
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
    <form className={styles.form} onSubmit={submit} noValidate>
      <AccountFields form={form} user={user} isSelf={isSelf} />
      <PersonFields form={form} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          Save
        </Button>
        <ButtonLink href={pagePatterns.users}>Back to the users</ButtonLink>
      </div>
    </form>
  );
}

/** It is somebody else who is described: the browser is not to fill in the admin's own details. */
function PersonFields({ form: { register, formState } }: { form: UseFormReturn<AdminUserInput> }) {
  const { errors } = formState;
  const field = (name: keyof typeof fieldLabels) => (
    <Field {...register(name)} label={fieldLabels[name]} autoComplete="off" error={errors[name]?.message} />
  );
  return (
    <>
      <div className={styles.pair}>
        {field('firstName')}
        {field('lastName')}
      </div>
      <SelectField {...register('gender')} label="Gender" autoComplete="off" error={errors.gender?.message}>
        {genders.toReversed().map((gender) => (
          <option key={gender} value={gender}>
            {genderNames[gender] || 'Not set'}
          </option>
        ))}
      </SelectField>
      {field('address')}
      <div className={styles.pair}>
        {field('city')}
        {field('postCode')}
      </div>
      {field('phoneNumber')}
    </>
  );
}

const fieldLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  city: 'City',
  postCode: 'Post code',
  phoneNumber: 'Phone number',
} as const;
