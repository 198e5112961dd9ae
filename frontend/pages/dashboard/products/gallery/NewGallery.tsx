import { type Ref, useState } from 'react';
import { IMAGES_MAX } from '#contract/catalogue.ts';
import { IMAGE_TYPES, imageRules } from '#contract/pictures.ts';
import { m } from '#messages';
import { randomKey } from '../../../../browser/randomKey.ts';
import { Button } from '../../../../components/Button.tsx';
import { ProgressBar } from '../../../../components/feedback/ProgressBar.tsx';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { fileSize } from '../../../../components/forms/fileSize.ts';
import { FilePreview, GalleryTile } from './GalleryTile.tsx';
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
    setNews(`Picture moved to position ${to + 1} of ${count}${to === 0 ? '. It is now the main picture.' : '.'}`);
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
        <p className="medium text-compact">Pictures</p>
        <p className="soft text-note">
          {count} of {IMAGES_MAX}
        </p>
      </div>
      {count > 0 && (
        <ol ref={list} className={dragged === null ? styles.tiles : `${styles.tiles} ${styles.dragging}`}>
          {files.map((file, place) => (
            <GalleryTile
              key={keyOf(file)}
              picture={
                <FilePreview
                  file={file}
                  alt={`Picture ${place + 1}`}
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
              verb="Remove"
              onDelete={() => remove(file)}
            />
          ))}
        </ol>
      )}
      <FileDrop
        label="Pictures"
        action={count === 0 ? 'Choose pictures' : 'Add pictures'}
        accept={IMAGE_TYPES.join()}
        multiple
        onChoose={add}
        hint={imageRules()}
        error={error}
        buttonRef={buttonRef}
      />
      {count > 1 && (
        <div className="row baseline spread">
          <p className="soft text-note">Drag to reorder. The first is the main picture.</p>
          <Button size="small" variant="quiet" onClick={() => onChange([], [])}>
            Remove all
          </Button>
        </div>
      )}
      {sent !== null && <ProgressBar label="Uploading pictures" value={sent} />}
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
