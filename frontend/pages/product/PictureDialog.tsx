import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ProductImageView } from '#contract/catalogue.ts';
import { isPictureReady } from '#contract/pictures.ts';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import styles from './PictureDialog.module.css';

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
  const [magnified, setMagnified] = useState<Point | null>(null);
  const picture = pictures[position];

  const turn = (step: 1 | -1) => {
    if (!pictures[position + step]) return;
    setMagnified(null);
    onTurn(position + step);
  };
  const turnByKey = (event: KeyboardEvent) => {
    // Keep the key from the gallery behind the dialog.
    event.stopPropagation();
    // The arrow keys scroll a magnified picture.
    if (magnified) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work on the buttons within
    <div className={styles.frame} onKeyDown={turnByKey}>
      {picture && <LargePicture picture={picture} magnified={magnified} onMagnify={setMagnified} />}
      {pictures.length > 1 && (
        <>
          <IconButton
            icon="chevronLeft"
            label="Previous picture"
            className={styles.previous}
            aria-disabled={position === 0}
            onClick={() => turn(-1)}
          />
          <IconButton
            icon="chevronRight"
            label="Next picture"
            className={styles.next}
            aria-disabled={position === pictures.length - 1}
            onClick={() => turn(1)}
          />
        </>
      )}
    </div>
  );
}

/** A point on the picture; both coordinates are from 0 to 1. */
type Point = { x: number; y: number };

const center: Point = { x: 0.5, y: 0.5 };

type LargePictureProps = {
  picture: ProductImageView & { alt: string };
  magnified: Point | null;
  onMagnify: (point: Point | null) => void;
};

/** The whole picture. A click zooms in on that point, another one zooms out. */
function LargePicture({ picture, magnified, onMagnify }: LargePictureProps) {
  const view = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = view;
    if (!current || !magnified) return;
    current.scrollLeft = magnified.x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = magnified.y * current.scrollHeight - current.clientHeight / 2;
  }, [magnified]);

  const shown = <ProductPicture {...picture} sizes={LARGEST} eager />;
  return (
    <div ref={view} className={styles.view}>
      {isPictureReady(picture) ? (
        <button
          type="button"
          className={magnified ? styles.magnified : styles.whole}
          aria-label={magnified ? 'Zoom out' : 'Zoom in'}
          onClick={(event) => onMagnify(magnified ? null : clickedPoint(event))}
        >
          {shown}
        </button>
      ) : (
        shown
      )}
    </div>
  );
}

function clickedPoint({ detail, clientX, clientY, currentTarget }: MouseEvent): Point {
  // A key press has no coordinates.
  if (detail === 0) return center;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
