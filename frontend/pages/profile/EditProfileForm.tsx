import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Snapshot } from 'valtio';
import { editUserInput } from '#contract/users.input.ts';
import { genders, type UserView } from '#contract/users.ts';
import { UsernameField } from '../../components/accountFields.tsx';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../components/Form.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { editProfile, profileFields } from '../../stores/account.ts';
import { AvatarPicker } from './AvatarPicker.tsx';
import { genderNames } from './ProfileDetail.tsx';
import styles from './ProfilePage.module.css';

type Edited = Snapshot<Pick<UserView, (typeof profileFields)[number] | 'avatar' | 'avatarWidths'>>;

/** The fields that users may change of themselves, and their picture. */
export function EditProfileForm({ user, onEnd }: { user: Edited; onEnd: () => void }) {
  const form = useForm({
    resolver: yupResolver(editUserInput),
    defaultValues: Object.fromEntries(profileFields.map((field) => [field, user[field] ?? ''])),
  });
  const { isSubmitting } = form.formState;
  const { setFocus } = form;
  const field = fieldsOf(form);
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
      <Form className={styles.form} onSubmit={submit}>
        <AvatarPicker user={user} file={file} onChoose={setFile} sent={isSubmitting && file ? sent : null} />
        <UsernameField {...field('username')} />
        <FieldPair>
          <Field {...field('firstName')} label="First name" autoComplete="given-name" />
          <Field {...field('lastName')} label="Last name" autoComplete="family-name" />
        </FieldPair>
        <SelectField {...field('gender')} label="Gender" autoComplete="sex">
          {genders.toReversed().map((gender) => (
            <option key={gender} value={gender}>
              {genderNames[gender] || 'Not set'}
            </option>
          ))}
        </SelectField>
        <Field {...field('address')} label="Address" autoComplete="street-address" />
        <FieldPair>
          <Field {...field('city')} label="City" autoComplete="address-level2" />
          <Field {...field('postCode')} label="Post code" autoComplete="postal-code" />
        </FieldPair>
        <Field {...field('phoneNumber')} label="Phone number" type="tel" autoComplete="tel" />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Save
          </Button>
          <Button onClick={onEnd}>Cancel</Button>
        </div>
      </Form>
    </>
  );
}
