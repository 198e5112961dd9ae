import type { AdminProductView } from '#contract/catalogue.ts';
import styles from './PictureState.module.css';

/** Explains why a product's picture isn't shown; renders nothing if it is. */
export function PictureState({ product }: { product: Pick<AdminProductView, 'imageState' | 'imageFailure'> }) {
  const { imageState, imageFailure } = product;
  if (imageState === 'ready') return null;
  if (imageState === 'processing') return <p className={styles.state}>Picture being prepared</p>;
  if (imageState === 'none') return <p className={styles.state}>No picture</p>;
  return <p className={styles.failed}>Picture failed{imageFailure ? `: ${imageFailure}` : ''}</p>;
}
