import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { editUserInput } from '#contract/users.input.ts';
import { genders, type UserView } from '#contract/users.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { editProfile, profileFields } from '../../stores/account.ts';
import { AvatarPicker } from './AvatarPicker.tsx';
import { genderNames } from './ProfileDetail.tsx';
import styles from './ProfilePage.module.css';

type Edited = Readonly<Pick<UserView, (typeof profileFields)[number] | 'avatar'>> & {
  readonly avatarWidths: readonly number[];
};

/** The fields that users may change of themselves, and their picture. */
export function EditProfileForm({ user, onEnd }: { user: Edited; onEnd: () => void }) {
  const form = useForm({
    resolver: yupResolver(editUserInput),
    defaultValues: Object.fromEntries(profileFields.map((field) => [field, user[field] ?? ''])),
  });
  const { errors, isSubmitting } = form.formState;
  const { register, setFocus } = form;
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);

  useEffect(() => setFocus('username'), [setFocus]);

  const submit = form.handleSubmit(async (values) => {
    setSent(0);
    try {
      await editProfile(user, values, file, setSent);
      onEnd();
    } catch (error) {
      showFormFailure(form, error);
    }
  });

  return (
    <>
      <h2 className={styles.formTitle}>Edit profile</h2>
      <form className={styles.form} onSubmit={submit} noValidate>
        <AvatarPicker user={user} file={file} onChoose={setFile} sent={isSubmitting && file ? sent : null} />
        <Field
          {...register('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          required
        />
        <div className={styles.pair}>
          <Field
            {...register('firstName')}
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
          />
          <Field
            {...register('lastName')}
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
          />
        </div>
        <SelectField {...register('gender')} label="Gender" autoComplete="sex" error={errors.gender?.message}>
          {genders.toReversed().map((gender) => (
            <option key={gender} value={gender}>
              {genderNames[gender] || 'Not set'}
            </option>
          ))}
        </SelectField>
        <Field {...register('address')} label="Address" autoComplete="street-address" error={errors.address?.message} />
        <div className={styles.pair}>
          <Field {...register('city')} label="City" autoComplete="address-level2" error={errors.city?.message} />
          <Field
            {...register('postCode')}
            label="Post code"
            autoComplete="postal-code"
            error={errors.postCode?.message}
          />
        </div>
        <Field
          {...register('phoneNumber')}
          label="Phone number"
          type="tel"
          autoComplete="tel"
          error={errors.phoneNumber?.message}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Save
          </Button>
          <Button onClick={onEnd}>Cancel</Button>
        </div>
      </form>
    </>
  );
}
