import { useState } from 'react';
import { type ImageState, isPictureReady, pictureAddress } from '#contract/catalogue/pictures.ts';
import { m } from '#messages';
import { Icon } from '../Icon.tsx';
import styles from './ProductPicture.module.css';

type ProductPictureProps = {
  /** File name under /uploads/. */
  image: string;
  /** Widths in pixels of the WebP derivatives. */
  imageWidths: readonly number[];
  imageState?: ImageState;
  /** '' if the title is shown beside it. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Loads with high priority instead of lazily. */
  eager?: boolean;
  /** Visually hides the placeholder's text. */
  small?: boolean;
};

/** A product's square picture at the best width. It reserves its space to avoid layout shifts. */
export function ProductPicture(props: ProductPictureProps) {
  const { image, imageWidths, imageState = 'ready', alt, sizes, eager = false, small = false } = props;
  const sources = pictureSources(image, imageWidths);
  // Keyed by URL: a picture that failed because it wasn't ready is requested again once it is.
  const [broken, setBroken] = useState<string>();
  const isPrepared = isPictureReady(props);

  if (!isPrepared || broken === sources.src) {
    const isProcessing = imageState === 'processing' && !isPrepared;
    return (
      <div className={`soft text-note ${styles.absent}`}>
        <Icon name="picture" size={small ? 20 : 28} />
        <span className={small ? 'visually-hidden' : undefined}>
          {isProcessing ? m.product.picturePrepared() : m.product.pictureComing()}
        </span>
      </div>
    );
  }
  return (
    <img
      {...sources}
      sizes={sizes}
      className={styles.picture}
      alt={alt}
      width={1280}
      height={1280}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={() => setBroken(sources.src)}
    />
  );
}

/** The attributes from which a browser picks a derivative. Without derivatives, `src` is the picture itself. */
function pictureSources(image: string, widths: readonly number[]): { src: string; srcSet: string | undefined } {
  const ascending = widths.toSorted((a, b) => a - b);
  return {
    src: pictureAddress(image, ascending.find((width) => width >= 640) ?? ascending.at(-1)),
    srcSet: ascending.map((width) => `${pictureAddress(image, width)} ${width}w`).join(', ') || undefined,
  };
}
