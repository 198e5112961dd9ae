import { readFile } from 'node:fs/promises';
import type { LegalPageKind } from '#contract/shop/legal-pages.ts';
import type { LanguageCode } from '#messages/languages.ts';

/** A sample text as its page: the first line is the title. */
export async function readSample(kind: LegalPageKind, language: LanguageCode) {
  const text = await readFile(new URL(`./pages/${language}/${kind}.md`, import.meta.url), 'utf8');
  const [, title = '', body = ''] = /^# ([^\n]+)\n\n(.+)$/s.exec(text) ?? [];
  return { language, title, body: unwrapped(body) };
}

/** Without the breaks of long lines, which an editor with lines of another length would show. */
function unwrapped(markdown: string): string {
  return markdown.replaceAll(/(?<!\n)\n(?!\n| *(?:[-*+] |\d+\. |[#>|])) */g, ' ');
}
