import { type ReactNode, useEffect, useRef } from 'react';
import { documentTitle } from '#contract/shop/shop-page.ts';
import { currentPath } from '../../browser/address.ts';
import { shop } from '../../texts/shop.ts';

type PageTitleProps = {
  /** The page's title in the browser's tab and history. */
  title: string;
  /** The page's description, unless its path determines it. */
  description?: string;
  /** The heading's text, if it differs from the title. */
  children?: ReactNode;
  className?: string;
};

/** The heading of the first page. The browser handles its focus. */
let loadedHeading: HTMLElement | null = null;

/**
 * The page's main heading; also sets the document's title and description. After a navigation it takes the focus, so that
 * screen readers announce the new page and Tab starts at its top. It leaves it to a field of the page that is in use.
 */
export function PageTitle({ title, description, children, className }: PageTitleProps) {
  const ref = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    loadedHeading ??= ref.current;
    const isFieldInUse = document.activeElement?.matches('main :is(input, select, textarea)');
    if (ref.current !== loadedHeading && !isFieldInUse) ref.current?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    document.title = documentTitle(title, shop.name);
    if (description !== undefined) return describe(description);
    // The server has described the first page.
    if (ref.current === loadedHeading) return;
    let isShown = true;
    import('#contract/shop/pages.ts').then(({ pageText }) => {
      if (isShown) describe(pageText(currentPath(), shop.name).description);
    }, console.warn);
    return () => {
      isShown = false;
    };
  }, [title, description]);

  return (
    <h1 ref={ref} tabIndex={-1} className={className} dir="auto">
      {children ?? title}
    </h1>
  );
}

function describe(text: string): void {
  document.querySelector('meta[name="description"]')?.setAttribute('content', text);
}
