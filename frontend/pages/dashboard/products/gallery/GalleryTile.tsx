import type { ComponentProps, CSSProperties } from 'react';
import type { AdminProductImageView } from '#contract/catalogue.ts';
import { ProgressBar } from '../../../../components/feedback/ProgressBar.tsx';
import { useFilePreview } from '../../../../components/forms/useFilePreview.ts';
import { Icon } from '../../../../components/Icon.tsx';
import { IconButton } from '../../../../components/IconButton.tsx';
import { ProductPicture } from '../../../../components/product/ProductPicture.tsx';
import { PictureState } from '../PictureState.tsx';
import styles from './GalleryTile.module.css';
import type { PictureUpload } from './useUploads.ts';

type GalleryTileProps = {
  image: AdminProductImageView;
  /** From 0. */
  place: number;
  count: number;
  /** The handlers of the element by which the tile is dragged. */
  surface: ComponentProps<'div'>;
  style: CSSProperties | undefined;
  isDragged: boolean;
  isBusy: boolean;
  onMove: (to: number) => void;
  onDelete: () => void;
};

/** A picture of the gallery with its state and its controls. A product's only picture has none. */
export function GalleryTile(props: GalleryTileProps) {
  const { image, place, count, surface, style, isDragged, isBusy, onMove, onDelete } = props;
  const isOnly = count === 1;
  const name = `picture ${place + 1}`;
  const className = ['stack gap-1', styles.tile, isDragged && styles.dragged, isBusy && styles.busy]
    .filter(Boolean)
    .join(' ');

  return (
    <li className={className} style={style} data-dragged={isDragged || undefined} aria-busy={isBusy || undefined}>
      <div {...(isOnly ? {} : surface)} className={isOnly ? styles.picture : styles.surface}>
        <ProductPicture {...image} alt={`Picture ${place + 1}`} sizes={THUMBNAIL_SIZES} small />
        {!isOnly && (
          <span className={styles.handle} data-handle aria-hidden="true">
            <Icon name="grip" size={18} />
          </span>
        )}
      </div>
      <p className={place === 0 ? 'medium ellipsis text-note' : 'soft ellipsis text-note'}>
        {place === 0 ? 'Main picture' : `Picture ${place + 1}`}
      </p>
      <PictureState product={image} />
      {!isOnly && (
        <div className={styles.actions}>
          <MoveButton icon="chevronLeft" label={`Move ${name} earlier`} to={place - 1} count={count} onMove={onMove} />
          <MoveButton icon="chevronRight" label={`Move ${name} later`} to={place + 1} count={count} onMove={onMove} />
          <IconButton
            icon="remove"
            iconSize={18}
            label={`Delete ${name}`}
            className={styles.delete}
            onClick={onDelete}
          />
        </div>
      )}
    </li>
  );
}

const THUMBNAIL_SIZES = '(min-width: 48rem) 10rem, 45vw';

type MoveButtonProps = {
  icon: 'chevronLeft' | 'chevronRight';
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
  const address = useFilePreview(file);
  return (
    <li className={`stack gap-1 ${styles.tile}`}>
      <div className={styles.picture}>{address && <img className={styles.preview} src={address} alt="" />}</div>
      <p className="soft ellipsis text-note">{file.name}</p>
      <ProgressBar label="Uploading" value={sent} />
    </li>
  );
}
