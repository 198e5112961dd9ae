import { yupResolver } from '@hookform/resolvers/yup';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Snapshot } from 'valtio';
import { type EditUserInput, editUserInput } from '#contract/users/users.input.ts';
import type { UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { fileRefusal } from '../../api/upload.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { UsernameField } from '../../components/forms/accountFields.tsx';
import { Form, fieldsOf } from '../../components/forms/Form.tsx';
import { PersonFields } from '../../components/forms/PersonFields.tsx';
import { PicturePicker } from '../../components/forms/PicturePicker.tsx';
import { SelectField } from '../../components/forms/SelectField.tsx';
import { showFormFailure } from '../../components/forms/submit.ts';
import { editProfile, profileValues } from '../../stores/account.ts';
import { shop } from '../../texts/shop.ts';

type Edited = Snapshot<Pick<UserView, keyof EditUserInput | 'avatar' | 'avatarWidths'>>;

/** Edits the user's own details and picture. */
export function EditProfileForm({ user, onEnd }: { user: Edited; onEnd: () => void }) {
  // Compare with the initial values: the user may change in another tab meanwhile.
  const [before] = useState(() => profileValues(user));
  const form = useForm<EditUserInput>({ resolver: yupResolver(editUserInput), defaultValues: before });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const [file, setFile] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const [sent, setSent] = useState(0);
  const pictureButton = useRef<HTMLButtonElement>(null);

  const submit = form.handleSubmit(async (values) => {
    // Don't silently save without a rejected picture.
    if (pictureError && !file) return pictureButton.current?.focus();
    setSent(0);
    try {
      await editProfile(before, values, file, setSent);
      onEnd();
    } catch (error) {
      showFormFailure(form, error);
      const refusal = fileRefusal(error);
      setPictureError(refusal);
      if (refusal) pictureButton.current?.focus();
    }
  });
  const choosePicture = (chosen: File | null, refusal?: string) => {
    setFile(chosen);
    setPictureError(refusal);
  };

  return (
    <>
      <h2 className="text-heading">{m.profile.edit()}</h2>
      <Form onSubmit={submit}>
        <PicturePicker
          hasPicture={user.avatar !== ''}
          file={file}
          onChoose={choosePicture}
          preview={(chosen) => <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} preview={chosen} />}
          error={pictureError}
          buttonRef={pictureButton}
          sent={isSubmitting && file ? sent : null}
        />
        <UsernameField {...field('username')} autoFocus />
        <PersonFields field={field} />
        {shop.languages.length > 1 && (
          <SelectField {...field('language')} label={m.profile.language()} hint={m.profile.languageHint()}>
            {shop.languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <div className="cluster">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {m.common.save()}
          </Button>
          <Button onClick={onEnd}>{m.common.cancel()}</Button>
        </div>
      </Form>
    </>
  );
}
