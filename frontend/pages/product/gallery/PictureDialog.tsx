import type { KeyboardEvent } from 'react';
import type { ProductImageView } from '#contract/catalogue/catalogue.ts';
import { isPictureReady } from '#contract/catalogue/pictures.ts';
import { m } from '#messages';
import { arrowStep } from '../../../browser/direction.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { ProductPicture } from '../../../components/product/ProductPicture.tsx';
import styles from './PictureDialog.module.css';
import { useZoom } from './useZoom.ts';

/** Wider than any picture, so that the browser picks the largest. */
const LARGEST = '2560px';

type PicturesProps = {
  pictures: readonly (ProductImageView & { alt: string })[];
  /** The shown picture, from 0. */
  position: number;
  onTurn: (position: number) => void;
};

type PictureDialogProps = PicturesProps & { open: boolean; onClose: () => void; title: string };

/** A product's pictures in the size of the window, one at a time. */
export default function PictureDialog({ open, onClose, title, ...pictures }: PictureDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} shape="large">
      <Pictures {...pictures} />
    </Dialog>
  );
}

function Pictures({ pictures, position, onTurn }: PicturesProps) {
  const { frame, zoom, next, canZoomIn, canZoomOut, zoomBy, reset, picture: gestures } = useZoom();
  const picture = pictures[position];
  const isReady = picture !== undefined && isPictureReady(picture);

  const turn = (step: number) => {
    if (!pictures[position + step]) return;
    reset();
    onTurn(position + step);
  };
  const pressKey = (event: KeyboardEvent) => {
    // Keep the key from the gallery behind the dialog.
    event.stopPropagation();
    // With these, the browser zooms the page or goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === '+') zoomBy(1);
    if (event.key === '-') zoomBy(-1);
    // The arrow keys scroll an enlarged picture.
    if (canZoomOut) return;
    const step = arrowStep(event.key);
    if (step !== 0) turn(step);
  };

  // The original is larger than the derivatives, which are enough for the whole picture.
  const shown = picture && (
    <ProductPicture
      {...picture}
      imageWidths={zoom > 1 && picture.imageState === 'ready' ? [] : picture.imageWidths}
      sizes={LARGEST}
      eager
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on the buttons within
    <div className={styles.frame} onKeyDown={pressKey}>
      <div ref={frame} className={styles.view}>
        {isReady ? (
          <button
            type="button"
            className={styles.picture}
            style={{ width: `${100 * zoom}%`, cursor: canZoomIn ? 'zoom-in' : 'zoom-out' }}
            aria-label={m.product.showAt({ percent: 100 * next })}
            {...gestures}
          >
            {shown}
          </button>
        ) : (
          shown
        )}
      </div>
      {isReady && (
        <div className={`row gap-1 ${styles.zoom}`}>
          <IconButton icon="minus" label={m.product.zoomOut()} aria-disabled={!canZoomOut} onClick={() => zoomBy(-1)} />
          <span className={`medium numbers text-compact ${styles.percent}`} role="status">
            {m.common.percent({ percent: 100 * zoom })}
          </span>
          <IconButton icon="plus" label={m.product.zoomIn()} aria-disabled={!canZoomIn} onClick={() => zoomBy(1)} />
        </div>
      )}
      {pictures.length > 1 && (
        <>
          <IconButton
            icon="chevronBack"
            label={m.product.previousPicture()}
            className={styles.previous}
            aria-disabled={position === 0}
            onClick={() => turn(-1)}
          />
          <IconButton
            icon="chevronForward"
            label={m.product.nextPicture()}
            className={styles.next}
            aria-disabled={position === pictures.length - 1}
            onClick={() => turn(1)}
          />
        </>
      )}
    </div>
  );
}
