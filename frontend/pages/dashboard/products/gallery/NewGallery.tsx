import { type Ref, useState } from 'react';
import { IMAGES_MAX } from '#contract/catalogue/catalogue.ts';
import { IMAGE_TYPES, imageRules } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';
import { randomKey } from '../../../../browser/randomKey.ts';
import { Button } from '../../../../components/Button.tsx';
import { ProgressBar } from '../../../../components/feedback/ProgressBar.tsx';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { fileSize } from '../../../../components/forms/fileSize.ts';
import { FilePreview, GalleryTile } from './GalleryTile.tsx';
import { movedText } from './movedText.ts';
import styles from './ProductGallery.module.css';
import { useTileDrag } from './useTileDrag.ts';
import { chooseFiles } from './useUploads.ts';

type NewGalleryProps = {
  files: readonly File[];
  /** Called with the files that are left, and why others were refused. */
  onChange: (files: File[], refusals: string[]) => void;
  /** Why pictures were refused. */
  error?: string;
  /** Receives the button, which is focused on an error. */
  buttonRef: Ref<HTMLButtonElement>;
  /** Upload progress from 0 to 1; null if no upload is running. */
  sent: number | null;
};

/** Chooses the pictures of a new product and their order. They are sent with the product. */
export function NewGallery({ files, onChange, error, buttonRef, sent }: NewGalleryProps) {
  const [news, setNews] = useState('');
  const count = files.length;
  const move = (from: number, to: number) => {
    const [file] = files.slice(from, from + 1);
    if (file === undefined) return;
    setNews(movedText(to, count));
    onChange(files.toSpliced(from, 1).toSpliced(to, 0, file), []);
  };
  const { list, surface, styleOf, dragged } = useTileDrag(files.map(keyOf).join(), move);
  const remove = (removed: File, refusals: string[] = []) =>
    onChange(
      files.filter((file) => file !== removed),
      refusals,
    );
  const add = (chosen: File[]) => {
    const { accepted, refusals } = chooseFiles(chosen, IMAGES_MAX - count);
    onChange([...files, ...accepted], refusals);
  };

  return (
    <div className="stack gap-2">
      <div className="row baseline spread">
        <p className="medium text-compact">{m.products.pictures()}</p>
        <p className="soft text-note">{m.products.picturesOf({ count, max: IMAGES_MAX })}</p>
      </div>
      {count > 0 && (
        <ol ref={list} className={dragged === null ? styles.tiles : `${styles.tiles} ${styles.dragging}`}>
          {files.map((file, place) => (
            <GalleryTile
              key={keyOf(file)}
              picture={
                <FilePreview
                  file={file}
                  alt={m.products.pictureNumber({ number: place + 1 })}
                  onError={() => remove(file, [`${file.name}: ${m.pictures.unreadable()}`])}
                />
              }
              state={
                <p className="soft ellipsis text-small" dir="auto">
                  {file.name}, {fileSize(file.size)}
                </p>
              }
              place={place}
              count={count}
              surface={surface(place)}
              style={styleOf(place)}
              isDragged={dragged === place}
              onMove={(to) => move(place, to)}
              deleteLabel={m.products.removePicture}
              onDelete={() => remove(file)}
            />
          ))}
        </ol>
      )}
      <FileDrop
        label={m.products.pictures()}
        action={count === 0 ? m.products.choosePictures() : m.products.addPictures()}
        accept={IMAGE_TYPES.join()}
        multiple
        onChoose={add}
        hint={imageRules()}
        error={error}
        buttonRef={buttonRef}
      />
      {count > 1 && (
        <div className="row baseline spread">
          <p className="soft text-note">{m.products.dragHint()}</p>
          <Button size="small" variant="quiet" onClick={() => onChange([], [])}>
            {m.products.removeAll()}
          </Button>
        </div>
      )}
      {sent !== null && <ProgressBar label={m.products.uploadingPictures()} value={sent} />}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </div>
  );
}

const keys = new WeakMap<File, string>();

/** Identifies a file: names may repeat. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? randomKey();
  keys.set(file, key);
  return key;
}
