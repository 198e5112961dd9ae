import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { m } from '#messages';
import { ProgressBar } from '../../../../components/feedback/ProgressBar.tsx';
import { useFilePreview } from '../../../../components/forms/useFilePreview.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { IconButton } from '../../../../components/IconButton.tsx';
import { REMOVE } from '../../../../components/laterIcons.ts';
import styles from './GalleryTile.module.css';
import type { PictureUpload } from './useUploads.ts';

/** Says that something can be dragged. */
const GRIP =
  'M9 6.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4ZM9 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4ZM9 18.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4ZM15 6.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4ZM15 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4ZM15 18.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4Z';

type GalleryTileProps = {
  picture: ReactNode;
  /** Shown below its name. */
  state?: ReactNode;
  /** From 0. */
  place: number;
  count: number;
  /** The handlers of the element by which the tile is dragged. */
  surface: ComponentProps<'div'>;
  style: CSSProperties | undefined;
  isDragged: boolean;
  isBusy?: boolean;
  onMove: (to: number) => void;
  /** Names the button of `onDelete`. */
  deleteLabel?: (picture: { number: number }) => string;
  /** Absent if it can't be deleted. */
  onDelete?: () => void;
};

/** A picture of a gallery with its state and its controls. An only picture can't be moved. */
export function GalleryTile(props: GalleryTileProps) {
  const { picture, state, place, count, surface, style, isDragged, isBusy, onMove, onDelete } = props;
  const { deleteLabel = m.products.deletePicture } = props;
  const isOnly = count === 1;
  const number = place + 1;
  const className = ['stack gap-1', styles.tile, isDragged && styles.dragged, isBusy && styles.busy]
    .filter(Boolean)
    .join(' ');

  return (
    <li className={className} style={style} data-dragged={isDragged || undefined} aria-busy={isBusy || undefined}>
      <div {...(isOnly ? {} : surface)} className={isOnly ? styles.picture : styles.surface}>
        {picture}
        {!isOnly && (
          <span className={styles.handle} data-handle aria-hidden="true">
            <Icon name={GRIP} size={18} />
          </span>
        )}
      </div>
      <p className={place === 0 ? 'medium ellipsis text-note' : 'soft ellipsis text-note'}>
        {place === 0 ? m.products.mainPicture() : m.products.pictureNumber({ number })}
      </p>
      {state}
      {(!isOnly || onDelete) && (
        <div className={styles.actions}>
          {!isOnly && (
            <>
              <MoveButton
                icon="chevronBack"
                label={m.products.moveEarlier({ number })}
                to={place - 1}
                {...{ count, onMove }}
              />
              <MoveButton
                icon="chevronForward"
                label={m.products.moveLater({ number })}
                to={place + 1}
                {...{ count, onMove }}
              />
            </>
          )}
          {onDelete && (
            <IconButton
              icon={REMOVE}
              iconSize={18}
              label={deleteLabel({ number })}
              className={styles.delete}
              onClick={onDelete}
            />
          )}
        </div>
      )}
    </li>
  );
}

type MoveButtonProps = {
  icon: 'chevronBack' | 'chevronForward';
  label: string;
  /** The place to move to; outside the gallery, the button does nothing but keeps the focus. */
  to: number;
  count: number;
  onMove: (to: number) => void;
};

function MoveButton({ icon, label, to, count, onMove }: MoveButtonProps) {
  const isPossible = to >= 0 && to < count;
  return (
    <IconButton
      icon={icon}
      iconSize={18}
      label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onMove(to)}
    />
  );
}

/** A picture that is being sent. */
export function UploadTile({ upload: { file, sent } }: { upload: PictureUpload }) {
  return (
    <li className={`stack gap-1 ${styles.tile}`}>
      <div className={styles.picture}>
        <FilePreview file={file} className={styles.preview} />
      </div>
      <p className="soft ellipsis text-note" dir="auto">
        {file.name}
      </p>
      <ProgressBar label={m.products.uploading()} value={sent} />
    </li>
  );
}

type FilePreviewProps = Pick<ComponentProps<'img'>, 'alt' | 'onError' | 'className'> & { file: File };

/** A picture that is not published yet. */
export function FilePreview({ file, alt = '', className = styles.chosen, onError }: FilePreviewProps) {
  const address = useFilePreview(file);
  return address && <img className={className} src={address} alt={alt} onError={onError} />;
}
