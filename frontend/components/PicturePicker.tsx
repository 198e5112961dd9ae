import { type ReactNode, useState } from 'react';
import {
  IMAGE_BYTES_MAX,
  IMAGE_FORMATS,
  IMAGE_RULES,
  IMAGE_TYPES,
  TOO_MANY_BYTES,
  WRONG_FORMAT,
} from '#contract/uploads.ts';
import { ApiError } from '../api/errors.ts';
import { FileDrop } from './FileDrop.tsx';
import { fileSize } from './fileSize.ts';
import styles from './PicturePicker.module.css';
import { ProgressBar } from './ProgressBar.tsx';
import { useFilePreview } from './useFilePreview.ts';

const UNREADABLE = `This is no picture that can be read. It must be ${IMAGE_FORMATS}.`;

type PicturePickerProps = {
  /** Whether there is a picture already, which another one would replace. */
  hasPicture: boolean;
  /** What has been chosen. */
  file: File | null;
  onChoose: (file: File | null) => void;
  /** Shows the picture as it will be, from an address of what has been chosen; or, without one, as it is. */
  preview: (chosen: string | null) => ReactNode;
  /** What is wrong with the picture, by the form or the server. */
  error?: string;
  /** Called with the button, on which an error puts the focus. */
  buttonRef?: (button: HTMLButtonElement | null) => void;
  /** The share of the file that has been sent, from 0 to 1; null while it is not being sent. */
  sent: number | null;
};

/** The picture as it is or will be, and the ways to choose another one. */
export function PicturePicker({ hasPicture, file, onChoose, preview, error, buttonRef, sent }: PicturePickerProps) {
  const address = useFilePreview(file);
  const [refusal, setRefusal] = useState<string>();

  const choose = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const wrong = whatIsWrong(chosen);
    setRefusal(wrong);
    onChoose(wrong ? null : chosen);
  };
  const refuseUnreadable = () => {
    // What the shop has already may be missing too, but nobody has just chosen that.
    if (address === null) return;
    setRefusal(UNREADABLE);
    onChoose(null);
  };

  return (
    <div className={styles.picker} onErrorCapture={refuseUnreadable}>
      <p className={styles.label}>Picture</p>
      <FileDrop
        label="Picture"
        action={file || hasPicture ? 'Choose another picture' : 'Choose a picture'}
        accept={IMAGE_TYPES.join()}
        onChoose={choose}
        hint={file ? `${file.name}, ${fileSize(file.size)}` : IMAGE_RULES}
        error={refusal ?? error}
        buttonRef={buttonRef}
        preview={preview(address)}
      />
      {sent !== null && <ProgressBar label="Sending the picture" share={sent} />}
    </div>
  );
}

/** What can be told without reading the file; the server looks at its bytes. */
function whatIsWrong({ size, type }: File): string | undefined {
  if (size > IMAGE_BYTES_MAX) return TOO_MANY_BYTES;
  if (type !== '' && !IMAGE_TYPES.some((known) => known === type)) return WRONG_FORMAT;
  return undefined;
}

/** Why the server refused the picture of a form, if that is why it refused the form. */
export function pictureRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // These two are about the picture alone, whatever else was sent.
  const isRefused = error.code === 'tooLarge' || error.code === 'unsupportedType';
  return error.fields.file ?? (isRefused ? error.message : undefined);
}
