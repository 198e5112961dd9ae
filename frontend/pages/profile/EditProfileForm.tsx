import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Snapshot } from 'valtio';
import { type EditUserInput, editUserInput } from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import { UsernameField } from '../../components/accountFields.tsx';
import { Button } from '../../components/Button.tsx';
import { Form, fieldsOf } from '../../components/Form.tsx';
import { PersonFields } from '../../components/PersonFields.tsx';
import { PicturePicker, pictureRefusal } from '../../components/PicturePicker.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { editProfile, profileValues } from '../../stores/account.ts';
import { Avatar } from './Avatar.tsx';
import styles from './ProfilePage.module.css';

type Edited = Snapshot<Pick<UserView, keyof EditUserInput | 'avatar' | 'avatarWidths'>>;

/** The fields that users may change of themselves, and their picture. */
export function EditProfileForm({ user, onEnd }: { user: Edited; onEnd: () => void }) {
  // The user may become another one while the form is open; what it was opened with tells what was changed in it.
  const [before] = useState(() => profileValues(user));
  const form = useForm<EditUserInput>({ resolver: yupResolver(editUserInput), defaultValues: before });
  const { isSubmitting } = form.formState;
  const { setFocus } = form;
  const field = fieldsOf(form);
  const [file, setFile] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const [sent, setSent] = useState(0);
  const pictureButton = useRef<HTMLButtonElement | null>(null);

  useEffect(() => setFocus('username'), [setFocus]);

  const submit = form.handleSubmit(async (values) => {
    setSent(0);
    try {
      await editProfile(before, values, file, setSent);
      onEnd();
    } catch (error) {
      showFormFailure(form, error);
      const refusal = pictureRefusal(error);
      setPictureError(refusal);
      if (refusal) pictureButton.current?.focus();
    }
  });
  const choosePicture = (chosen: File | null) => {
    setFile(chosen);
    setPictureError(undefined);
  };

  return (
    <>
      <h2 className={styles.formTitle}>Edit profile</h2>
      <Form className={styles.form} onSubmit={submit}>
        <PicturePicker
          hasPicture={user.avatar !== ''}
          file={file}
          onChoose={choosePicture}
          preview={(chosen) => <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} preview={chosen} />}
          error={pictureError}
          buttonRef={(button) => {
            pictureButton.current = button;
          }}
          sent={isSubmitting && file ? sent : null}
        />
        <UsernameField {...field('username')} />
        <PersonFields field={field} />
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
