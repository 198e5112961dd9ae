import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { PlaceholderValues } from '#contract/shop/legal-pages.ts';
import { fillIn, placeholderValue } from './placeholders.ts';

/** A part of a text, as the parser finds it. */
export type PageToken = Token;

/** The heading above a page's text is its title. */
const HIGHEST_HEADING = 2;
const LOWEST_HEADING = 6;

/** `//host` and `/\host` lead elsewhere. */
const OWN_PATH = /^\/(?![/\\])/;
const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** A placeholder in the address of a link. */
const ENCODED_PLACEHOLDER = /%7B%7B(\w+)%7D%7D/gi;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Pictures would load from anywhere.
markdown.disable('image');
markdown.validateLink = isAllowedLink;
markdown.core.ruler.push('placeholders', ({ tokens, env }) => fillTokens(tokens, env.values as PlaceholderValues));
markdown.core.ruler.push('headings', ({ tokens }) => levelHeadings(tokens));

/** The parts of a text, with the values in place of its placeholders. */
export function parsePage(body: string, values: PlaceholderValues): Token[] {
  return markdown.parse(body, { values });
}

/**
 * Renders a page. The parser lets no HTML pass and checks each link; the sanitizer does the same once more, in case that
 * one of them has a gap.
 */
export function renderPage(body: string, values: PlaceholderValues): string {
  return sanitizeHtml(markdown.render(body, { values }), sanitizing);
}

/** Whether a page may link there: to the web, to a mailbox, or to a path of the shop. */
function isAllowedLink(address: string): boolean {
  return OWN_PATH.test(address) || ADDRESS.test(address);
}

/** Fills in values once the text is parsed, so that they stay text whatever they hold. */
function fillTokens(tokens: readonly Token[], values: PlaceholderValues): void {
  for (const token of tokens) {
    if (token.children === null) token.content = fillIn(token.content, values);
    else fillTokens(token.children, values);
    const href = token.attrGet('href');
    if (typeof href === 'string') token.attrSet('href', fillInAddress(href, values));
  }
}

function fillInAddress(href: string, values: PlaceholderValues): string {
  return href.replace(ENCODED_PLACEHOLDER, (written, name: string) => {
    const value = placeholderValue(values, name);
    return value === undefined ? written : encodeURIComponent(value).replaceAll('%40', '@');
  });
}

/** Moves all headings so that the highest one follows the title, whichever level the text begins with. */
function levelHeadings(tokens: readonly Token[]): void {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
  const highest = Math.min(...headings.map(({ tag }) => levelOf(tag)));
  for (const heading of headings) {
    heading.tag = `h${Math.min(LOWEST_HEADING, levelOf(heading.tag) - highest + HIGHEST_HEADING)}`;
  }
}

function levelOf(tag: string): number {
  return Number(tag.slice(1));
}

const sanitizing: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['strong', 'em', 's', 'code', 'br', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkAttributes(href) }),
  },
};

function linkAttributes(href: string): sanitizeHtml.Attributes {
  if (!isAllowedLink(href)) return {};
  return /^http/i.test(href) ? { href, rel: 'external noopener' } : { href };
}
