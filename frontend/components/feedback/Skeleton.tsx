import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

/** A placeholder for loading content. */
export function Skeleton({
  width = '100%',
  height,
  aspectRatio,
}: Pick<CSSProperties, 'width' | 'height' | 'aspectRatio'>) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height, aspectRatio }} />;
}
