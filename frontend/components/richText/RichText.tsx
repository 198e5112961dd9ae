import { createElement, type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { findPage } from '#contract/shop/page-addresses.ts';
import { type HtmlElement, type HtmlNode, parseHtml } from './parseHtml.ts';
import styles from './RichText.module.css';

/**
 * Shows the HTML of a page as elements: no string becomes HTML in the browser, and links to the shop's pages open without
 * loading it again.
 */
export function RichText({ html }: { html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  return <div className={styles.text}>{nodes.map(toReact)}</div>;
}

/** The elements that the server lets pass. */
const TAGS = new Set(
  'h2 h3 h4 h5 h6 p blockquote pre hr ul ol li table thead tbody tr th td strong em s code br a'.split(' '),
);

function toReact(node: HtmlNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, children } = node;
  const content = children.length > 0 ? children.map(toReact) : undefined;
  if (!TAGS.has(tag)) return content;
  if (tag === 'a') return <Anchor key={key} {...node} content={content} />;
  if (tag === 'table') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the page
      <div key={key} className={styles.wide} tabIndex={0}>
        <table>{content}</table>
      </div>
    );
  }
  return createElement(tag, { key, ...(tag === 'ol' && { start: node.attributes.start }) }, content);
}

function Anchor({ attributes: { href = '', rel }, content }: HtmlElement & { content: ReactNode }) {
  const [path = ''] = href.split(/[?#]/);
  if (path.startsWith('/') && findPage(path)) return <Link href={href}>{content}</Link>;
  return (
    <a href={href || undefined} rel={rel}>
      {content}
    </a>
  );
}
