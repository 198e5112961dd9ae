import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ProductView } from '#contract/catalogue.ts';
import { isPictureReady, PRODUCT_PICTURE_SIZES } from '#contract/pictures.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ProductPicture } from '../../components/ProductPicture.tsx';
import styles from './ZoomablePicture.module.css';

/** Wider than any picture, so that the browser picks the largest. */
const LARGEST = '2560px';

/** The product's picture; opens in a large dialog. */
export function ZoomablePicture({ product }: { product: ProductView }) {
  const [isOpen, setIsOpen] = useState(false);
  const picture = <ProductPicture {...product} alt={product.title} sizes={PRODUCT_PICTURE_SIZES} eager />;
  if (!isPictureReady(product)) return picture;
  return (
    <>
      <button type="button" className={styles.open} aria-label="Enlarge picture" onClick={() => setIsOpen(true)}>
        {picture}
        <span className={styles.mark}>
          <Icon name="magnify" />
        </span>
      </button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={product.title} large>
        <LargePicture product={product} />
      </Dialog>
    </>
  );
}

/** A point on the picture; both coordinates are from 0 to 1. */
type Point = { x: number; y: number };

const center: Point = { x: 0.5, y: 0.5 };

/** The whole picture. A click zooms in on that point, another one zooms out. */
function LargePicture({ product }: { product: ProductView }) {
  const [magnified, setMagnified] = useState<Point | null>(null);
  const view = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = view;
    if (!current || !magnified) return;
    current.scrollLeft = magnified.x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = magnified.y * current.scrollHeight - current.clientHeight / 2;
  }, [magnified]);

  return (
    <div ref={view} className={styles.view}>
      <button
        type="button"
        className={magnified ? styles.magnified : styles.whole}
        aria-label={magnified ? 'Zoom out' : 'Zoom in'}
        onClick={(event) => setMagnified(magnified ? null : clickedPoint(event))}
      >
        <ProductPicture {...product} alt={product.title} sizes={LARGEST} eager />
      </button>
    </div>
  );
}

function clickedPoint({ detail, clientX, clientY, currentTarget }: MouseEvent): Point {
  // A key press has no coordinates.
  if (detail === 0) return center;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
