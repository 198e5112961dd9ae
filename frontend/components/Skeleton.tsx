import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

/** A quiet block in place of what is still loading. */
export function Skeleton({
  width = '100%',
  height,
  aspectRatio,
}: Pick<CSSProperties, 'width' | 'height' | 'aspectRatio'>) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height, aspectRatio }} />;
}
