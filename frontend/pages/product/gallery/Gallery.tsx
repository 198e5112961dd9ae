import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import type { ProductImageView, ProductView } from '#contract/catalogue/catalogue.ts';
import { isPictureReady } from '#contract/catalogue/pictures.ts';
import { m } from '#messages';
import { arrowStep } from '../../../browser/direction.ts';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { ProductPicture } from '../../../components/product/ProductPicture.tsx';
import { useScrollPosition } from '../useScrollPosition.ts';
import styles from './Gallery.module.css';

const PictureDialog = lazyPart(() => import('./PictureDialog.tsx'), null);

/** Slightly less than the real width on a phone, where a picture of 640 pixels is sharp enough. */
const SIZES = '(min-width: 60rem) 40rem, 86vw';

/** A product's pictures side by side, to swipe through, with their thumbnails. Each opens in a large dialog. */
export function Gallery({ product }: { product: ProductView }) {
  const pictures = picturesOf(product);
  const { frame, position, moveTo, onScroll, release } = useScrollPosition<HTMLUListElement>(pictures.length);
  /** Null until it is opened for the first time. */
  const [isEnlarged, setIsEnlarged] = useState<boolean | null>(null);

  const turn = (event: KeyboardEvent) => {
    const step = arrowStep(event.key);
    const next = position + step;
    // With another key, the browser goes back.
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (next < 0 || next >= pictures.length) return;
    moveTo(next);
    // The focus moves along the pictures or along the thumbnails.
    if (event.target instanceof Element) focusItem(event.target.closest('ul'), next);
  };

  // The browser returns the focus to the picture that was opened, which may not be the one shown last.
  const focusShown = useEffectEvent(() => focusItem(frame.current, position));
  useEffect(() => {
    if (isEnlarged === false) focusShown();
  }, [isEnlarged]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work on the buttons within
    <div className="stack gap-3" onKeyDown={turn}>
      <div className={styles.stage}>
        <ul
          ref={frame}
          className={styles.pictures}
          aria-label={m.product.pictures()}
          onScroll={onScroll}
          onPointerDown={release}
          onWheel={release}
        >
          {pictures.map((picture, index) => (
            <li key={picture._id}>
              <Slide
                picture={picture}
                place={{ number: index + 1, count: pictures.length }}
                isFirst={index === 0}
                isCurrent={index === position}
                onEnlarge={() => {
                  moveTo(index);
                  setIsEnlarged(true);
                }}
              />
            </li>
          ))}
        </ul>
        {pictures.length > 1 && <Turns position={position} count={pictures.length} onTurn={moveTo} />}
        {pictures.length > 1 && (
          <p className={`medium numbers text-small ${styles.place}`}>{`${position + 1}/${pictures.length}`}</p>
        )}
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} position={position} onChoose={moveTo} />}
      {isEnlarged !== null && (
        <PictureDialog
          open={isEnlarged}
          onClose={() => setIsEnlarged(false)}
          title={product.title}
          pictures={pictures}
          position={position}
          onTurn={moveTo}
        />
      )}
    </div>
  );
}

const MAGNIFY = 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4M11 8.5v5M8.5 11h5';

type TurnsProps = { position: number; count: number; onTurn: (position: number) => void };

/** Turns the pictures with a mouse. The arrow keys do without, and fingers swipe. */
function Turns({ position, count, onTurn }: TurnsProps) {
  return (
    <>
      <IconButton
        icon="chevronBack"
        label={m.product.previousPicture()}
        className={styles.previous}
        tabIndex={-1}
        disabled={position === 0}
        onClick={() => onTurn(position - 1)}
      />
      <IconButton
        icon="chevronForward"
        label={m.product.nextPicture()}
        className={styles.next}
        tabIndex={-1}
        disabled={position === count - 1}
        onClick={() => onTurn(position + 1)}
      />
    </>
  );
}

type GalleryPicture = ProductImageView & { alt: string };

/** The first one is the product's own, also while it has no picture at all. */
function picturesOf({ _id, title, image, imageState, imageWidths, images }: ProductView): GalleryPicture[] {
  const [first = { _id, image, imageState, imageWidths }, ...others] = images;
  return [
    { ...first, alt: title },
    ...others.map((picture, index) => ({ ...picture, alt: m.product.pictureAlt({ title, number: index + 2 }) })),
  ];
}

function focusItem(list: Element | null, index: number): void {
  list?.children[index]?.querySelector('button')?.focus({ preventScroll: true });
}

type SlideProps = {
  picture: GalleryPicture;
  place: { number: number; count: number };
  isFirst: boolean;
  isCurrent: boolean;
  onEnlarge: () => void;
};

function Slide({ picture, place, isFirst, isCurrent, onEnlarge }: SlideProps) {
  const shown = <ProductPicture {...picture} sizes={SIZES} eager={isFirst} />;
  if (!isPictureReady(picture)) return shown;
  return (
    <button
      type="button"
      className={styles.enlarge}
      aria-label={place.count === 1 ? m.product.enlarge() : m.product.enlargeOne(place)}
      tabIndex={isCurrent ? undefined : -1}
      onClick={onEnlarge}
    >
      {shown}
      <span className={`circle ${styles.mark}`}>
        <Icon name={MAGNIFY} />
      </span>
    </button>
  );
}

type ThumbnailsProps = {
  pictures: readonly ProductImageView[];
  position: number;
  onChoose: (position: number) => void;
};

function Thumbnails({ pictures, position, onChoose }: ThumbnailsProps) {
  return (
    <ul className={styles.thumbnails} aria-label={m.product.choosePicture()}>
      {pictures.map((picture, index) => (
        <li key={picture._id}>
          <button
            type="button"
            className={styles.thumbnail}
            aria-label={m.product.pictureOf({ number: index + 1, count: pictures.length })}
            aria-current={index === position ? 'true' : undefined}
            onClick={() => onChoose(index)}
          >
            <ProductPicture {...picture} alt="" sizes="6rem" small />
          </button>
        </li>
      ))}
    </ul>
  );
}
