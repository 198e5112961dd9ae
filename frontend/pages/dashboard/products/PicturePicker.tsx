import { useState } from 'react';
import { IMAGE_BYTES_MAX, IMAGE_TYPES, TOO_MANY_BYTES } from '#contract/images.ts';
import { FileDrop } from '../../../components/FileDrop.tsx';
import { ProductPicture } from '../../../components/ProductPicture.tsx';
import { ProgressBar } from '../../../components/ProgressBar.tsx';
import { useFilePreview } from '../../../components/useFilePreview.ts';
import styles from './PicturePicker.module.css';

const ALLOWED = 'JPEG, PNG, WebP, AVIF or GIF';

type PicturePickerProps = {
  /** The picture that the product has, if there is a product. */
  current?: { image: string; imageWidths: readonly number[]; imageState: 'processing' | 'ready' | 'failed' | 'none' };
  /** What has been chosen. */
  file: File | null;
  onChoose: (file: File | null) => void;
  /** What is wrong with the picture, by the form or the server. */
  error?: string;
  buttonRef: (button: HTMLButtonElement | null) => void;
  /** The share of the file that has been sent, from 0 to 1; null while it is not being sent. */
  sent: number | null;
};

/** The picture as it is or will be, and the ways to choose another one. */
export function PicturePicker({ current, file, onChoose, error, buttonRef, sent }: PicturePickerProps) {
  const preview = useFilePreview(file);
  const [refusal, setRefusal] = useState<string>();

  const choose = ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const wrong = whatIsWrong(chosen);
    setRefusal(wrong);
    onChoose(wrong ? null : chosen);
  };

  return (
    <div className={styles.picker}>
      <p className={styles.label}>Picture</p>
      <FileDrop
        label="Picture"
        action={file || current?.image ? 'Choose another picture' : 'Choose a picture'}
        accept={IMAGE_TYPES.join()}
        onChoose={choose}
        hint={file ? `${file.name}, ${inMegabytes(file.size)}` : `${ALLOWED}, at most 10 MB and 40 megapixels.`}
        error={refusal ?? error}
        buttonRef={buttonRef}
        preview={
          preview ? (
            <img className={styles.preview} src={preview} alt="What was chosen" />
          ) : (
            current && <ProductPicture {...current} alt="The product as it is shown now" sizes="8rem" small />
          )
        }
      />
      {sent !== null && <ProgressBar label="Sending the picture" share={sent} />}
    </div>
  );
}

/** What can be told without reading the file; the server looks at its bytes. */
function whatIsWrong({ size, type }: File): string | undefined {
  if (size > IMAGE_BYTES_MAX) return TOO_MANY_BYTES;
  if (type !== '' && !IMAGE_TYPES.some((known) => known === type)) return `The picture must be ${ALLOWED}`;
  return undefined;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}
