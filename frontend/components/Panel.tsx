import type { ComponentProps } from 'react';

type PanelProps = ComponentProps<'section'> & {
  /** The element to render; `section` by default. */
  as?: 'section' | 'div' | 'li';
};

/** A raised surface. Its parent sets the padding. */
export function Panel({ as: Element = 'section', className, ...rest }: PanelProps) {
  return <Element {...(rest as object)} className={['panel', className].filter(Boolean).join(' ')} />;
}
