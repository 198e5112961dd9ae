import { useId, useRef, useState } from 'react';
import type { Snapshot } from 'valtio';
import { IMAGE_BYTES_MAX, IMAGE_TYPES, TOO_MANY_BYTES } from '#contract/images.ts';
import type { UserView } from '#contract/users.ts';
import { Button } from '../../components/Button.tsx';
import { useFilePreview } from '../../components/useFilePreview.ts';
import { Avatar } from './Avatar.tsx';
import styles from './AvatarPicker.module.css';

type AvatarPickerProps = {
  user: Snapshot<Pick<UserView, 'avatar' | 'avatarWidths'>>;
  /** What has been chosen. */
  file: File | null;
  onChoose: (file: File | null) => void;
  /** The share of the file that has been sent, from 0 to 1; null while it is not being sent. */
  sent: number | null;
};

/** The picture as it is or will be, and the way to choose another one. */
export function AvatarPicker({ user, file, onChoose, sent }: AvatarPickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const preview = useFilePreview(file);
  const [error, setError] = useState<string | null>(null);

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const isTooLarge = chosen.size > IMAGE_BYTES_MAX;
    setError(isTooLarge ? TOO_MANY_BYTES : null);
    onChoose(isTooLarge ? null : chosen);
  };

  return (
    <div className={styles.picker}>
      <Avatar avatar={user.avatar} avatarWidths={user.avatarWidths ?? []} preview={preview} />
      <div className={styles.choice}>
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join()}
          hidden
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // The same file can then be chosen again.
            target.value = '';
          }}
        />
        <Button size="small" aria-describedby={noteId} onClick={() => input.current?.click()}>
          {file ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        <p id={noteId} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
          {error ?? file?.name ?? 'JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.'}
        </p>
        {sent !== null && <progress className={styles.progress} value={sent} aria-label="Sending the picture" />}
      </div>
    </div>
  );
}
