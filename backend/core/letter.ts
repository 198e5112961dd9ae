import { escapeHtml } from './html.ts';

/** A short mail: its paragraphs as text and as HTML. */
export function letter(
  publicUrl: string,
  username: string,
  paragraphs: string[],
  link?: { href: string; name: string },
): { text: string; html: string } {
  const greeting = `Hi ${username},`;
  return {
    text: [greeting, '', ...paragraphs, ...(link ? [`${link.name}: ${link.href}`] : []), '', publicUrl].join('\n'),
    html: layout(publicUrl, [
      ...[greeting, ...paragraphs].map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
      ...(link ? [`<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.name)}</a></p>`] : []),
    ]),
  };
}

/** The frame of every mail around its content, which is HTML. */
export function layout(publicUrl: string, content: string[]): string {
  return [
    '<div style="max-width: 36rem; font: 16px/1.5 system-ui, sans-serif; color: #15181b">',
    ...content,
    `<p><a href="${escapeHtml(publicUrl)}">WebShop</a></p>`,
    '</div>',
  ].join('\n');
}
