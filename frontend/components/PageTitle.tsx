import { type ReactNode, useEffect, useRef } from 'react';
import { hasNavigated } from './navigation.ts';

type PageTitleProps = {
  /** The page's name in the browser's tab and history. */
  title: string;
  /** What the heading reads, where that is not the same. */
  children?: ReactNode;
  className?: string;
};

/**
 * The page's main heading. Names the document, and after a navigation within the shop takes the focus, so that a
 * screen reader tells the new page and Tab goes on from its top.
 */
export function PageTitle({ title, children, className }: PageTitleProps) {
  const ref = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = title === 'WebShop' ? title : `${title} · WebShop`;
  }, [title]);

  useEffect(() => {
    if (hasNavigated()) ref.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
