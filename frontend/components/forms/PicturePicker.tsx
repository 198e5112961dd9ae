import type { ReactNode, Ref } from 'react';
import { IMAGE_TYPES, imageRules } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';
import { Button } from '../Button.tsx';
import { ProgressBar } from '../feedback/ProgressBar.tsx';
import { FileDrop } from './FileDrop.tsx';
import { fileSize } from './fileSize.ts';
import { pictureRefusal } from './pictureRefusal.ts';
import { useFilePreview } from './useFilePreview.ts';

type PicturePickerProps = {
  /** Whether a chosen picture replaces an existing one. */
  hasPicture: boolean;
  /** The chosen picture. */
  file: File | null;
  /** Called with the chosen file, or with the reason it was rejected. */
  onChoose: (file: File | null, refusal?: string) => void;
  /** Shows the chosen picture at this URL, or the current picture without one. */
  preview: (chosen: string | null) => ReactNode;
  /** Why the chosen picture was rejected. */
  error?: string;
  /** Receives the button, which is focused on an error. */
  buttonRef?: Ref<HTMLButtonElement>;
  /** Upload progress from 0 to 1; null if no upload is running. */
  sent: number | null;
};

/** Shows a picture and lets the user choose another one. */
export function PicturePicker(props: PicturePickerProps) {
  const { hasPicture, file, onChoose, preview, error, buttonRef, sent } = props;
  const address = useFilePreview(file);

  const choose = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const refusal = pictureRefusal(chosen);
    if (refusal) onChoose(null, refusal);
    else onChoose(chosen);
  };
  const rejectUnreadable = () => {
    // Only a chosen picture reports an error: the current one may be missing.
    if (address !== null) onChoose(null, m.pictures.unreadable());
  };

  return (
    <div className="stack gap-2" onErrorCapture={rejectUnreadable}>
      <p className="medium text-compact">{m.forms.picture()}</p>
      <FileDrop
        label={m.forms.picture()}
        action={file || hasPicture ? m.forms.chooseAnotherPicture() : m.forms.choosePicture()}
        accept={IMAGE_TYPES.join()}
        onChoose={choose}
        hint={file ? `${file.name}, ${fileSize(file.size)}` : imageRules()}
        error={error}
        buttonRef={buttonRef}
        preview={preview(address)}
      />
      {error && hasPicture && (
        <Button variant="quiet" size="small" onClick={() => onChoose(null)}>
          {m.forms.keepPicture()}
        </Button>
      )}
      {sent !== null && <ProgressBar label={m.forms.uploadingPicture()} value={sent} />}
    </div>
  );
}
