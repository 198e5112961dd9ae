import { type ReactNode, useEffect, useRef } from 'react';
import { documentTitle, pageText } from '#contract/pages.ts';

type PageTitleProps = {
  /** The page's name in the browser's tab and history. */
  title: string;
  /** What the page is about, where its address alone does not tell. */
  description?: string;
  /** What the heading reads, where that is not the same. */
  children?: ReactNode;
  className?: string;
};

/** The heading of the page that was loaded: the browser itself begins there. */
let loadedHeading: HTMLElement | null = null;

/**
 * The page's main heading. Names and describes the document, and where it takes the place of another one takes the focus, so
 * that a screen reader tells the new page and Tab goes on from its top.
 */
export function PageTitle({ title, description, children, className }: PageTitleProps) {
  const ref = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = documentTitle(title);
    const meta = document.querySelector('meta[name="description"]');
    meta?.setAttribute('content', description ?? pageText(window.location.pathname).description);
  }, [title, description]);

  useEffect(() => {
    loadedHeading ??= ref.current;
    if (ref.current !== loadedHeading) ref.current?.focus({ preventScroll: true });
  }, []);

  return (
    <h1 ref={ref} tabIndex={-1} className={className} dir="auto">
      {children ?? title}
    </h1>
  );
}
