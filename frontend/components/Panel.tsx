import type { ComponentProps } from 'react';
import styles from './Panel.module.css';

type PanelProps = ComponentProps<'section'> & {
  /** The element that it is, where it is no section. */
  as?: 'section' | 'div' | 'li';
};

/** A surface that lifts what belongs together off the page. How much air it has within is its owner's to say. */
export function Panel({ as: Element = 'section', className, ...rest }: PanelProps) {
  return <Element {...(rest as object)} className={[styles.panel, className].filter(Boolean).join(' ')} />;
}
