/** An element of a page's HTML. */
export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };
export type HtmlNode = HtmlElement | string;

const TOKEN = /<(\/?)([a-z]\w*)([^>]*)>|[^<]+/g;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g;
const VOID = new Set(['br', 'hr']);

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Reads HTML as the server's sanitizer writes it: well-formed, and with no other entities than those above. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', attributes: {}, children: [] };
  const open = [root];
  for (const [text, end, tag, attributes] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push(unescaped(text));
    else if (end) open.pop();
    else {
      const pairs = [...(attributes ?? '').matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
        name,
        unescaped(value),
      ]);
      const element: HtmlElement = { tag, attributes: Object.fromEntries(pairs), children: [] };
      parent.children.push(element);
      if (!VOID.has(tag)) open.push(element);
    }
  }
  return root.children;
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity] ?? entity);
}
