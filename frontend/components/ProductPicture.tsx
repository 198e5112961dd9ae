import { useState } from 'react';
import type { ImageState } from '#contract/catalogue.ts';
import { isPictureReady, pictureSources } from '#contract/images.ts';
import { Icon } from './Icon.tsx';
import styles from './ProductPicture.module.css';

type ProductPictureProps = {
  /** File name under /uploads/. */
  image: string;
  /** Widths in pixels that exist as WebP. */
  imageWidths: readonly number[];
  imageState?: ImageState;
  /** '' where the title stands beside it. */
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** Fetched first, not when it comes into view. */
  eager?: boolean;
  /** Too small for a sentence. */
  small?: boolean;
};

/** A product's square picture at the width that fits. It reserves its space, so nothing moves when it arrives. */
export function ProductPicture(props: ProductPictureProps) {
  const { image, imageWidths, imageState = 'ready', alt, sizes, eager = false, small = false } = props;
  const sources = pictureSources(image, imageWidths);
  // By its address: a picture requested too early is requested again once it is ready.
  const [broken, setBroken] = useState<string>();
  const isPrepared = isPictureReady(props);

  if (!isPrepared || broken === sources.src) {
    const sentence = imageState === 'processing' && !isPrepared ? 'Picture being prepared' : 'Picture coming soon';
    return (
      <div className={styles.absent}>
        <Icon name="picture" size={small ? 20 : 28} />
        <span className={small ? 'visually-hidden' : undefined}>{sentence}</span>
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
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(sources.src)}
    />
  );
}
