import type { FirstView } from '#contract/shop/shop-page.ts';

/** Tries to end elements, to open others, and to be expanded by `String.replace`. */
export const HOSTILE_TEXT = `</title></script><script>alert("1")</script><!-- $& $\` ' & \u2028 --><img onerror=alert(1)>`;

/** Reads the HTML of pages as browsers, link previews and search engines do. */
export type HtmlPage = ReturnType<typeof readPage>;

export async function getPage(url: string): Promise<HtmlPage> {
  const response = await fetch(url, { redirect: 'manual' });
  return readPage(response.status, await response.text());
}

function readPage(status: number, html: string) {
  const unescaped = (expression: RegExp) => unescapeHtml(expression.exec(html)?.[1]);
  const json = (element: string) =>
    html.match(new RegExp(`<script ${element}>.*?</script>`, 'g'))?.map(contentOf) ?? [];
  return {
    status,
    html,
    head: html.slice(0, html.indexOf('</head>')),
    body: html.slice(html.indexOf('<body>')),
    title: unescaped(/<title>([^<]*)<\/title>/),
    canonical: unescaped(/<link rel="canonical" href="([^"]*)" \/>/),
    meta: (name: string) => unescaped(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`)),
    firstView: (json('type="application/json" id="first-view"')[0] ?? null) as FirstView | null,
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its data and fails on another
    structuredData: (json('type="application/ld\\+json"')[0]?.['@graph'] ?? []) as any[],
    /** The elements that hostile text could open or close, in order. */
    tags: html.match(/<\/?(?:script|title|img|head|body|html)\b|<!--/g),
  };
}

function contentOf(element: string) {
  return JSON.parse(element.replace(/^<[^>]*>|<[^>]*>$/g, ''));
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function unescapeHtml(text: string | undefined): string | undefined {
  return text?.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);
}
