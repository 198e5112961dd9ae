import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { defaultSettings } from '../settings/settings.queries.ts';
import { drawLegalText } from './legal-text.ts';

/** The text of the PDF without spaces: words may be broken. */
async function read(body: string, language: LanguageCode = 'en'): Promise<string> {
  const version = { kind: 'terms', version: 1, title: 'Terms', body, values: {}, publishedAt: new Date() } as const;
  const pdf = await inLanguage(language, () => drawLegalText(version, defaultSettings, 'https://shop.test'));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, '');
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `clause${index}`);

test.each<[string, (texts: string[]) => string]>([
  ['in a paragraph of several pages', (texts) => texts.join(' ')],
  [
    'in lists within lists',
    (texts) =>
      texts
        .slice(0, 40)
        .map((text, depth) => `${'  '.repeat(depth)}- ${text}`)
        .join('\n'),
  ],
  ['in a cell of several pages', (texts) => `| a | b |\n|---|---|\n| ${texts.join(' ')} | x |`],
  ['in code', (texts) => `\`\`\`\n${texts.join('\n')}\n\`\`\``],
])('all of a text is on the pages, also %s', async (_where, write) => {
  const body = write(words(1500));
  const text = await read(body);
  expect(body.match(/clause\d+/g)?.filter((clause) => !text.includes(clause))).toEqual([]);
});

test('addresses of pages lead to those in the language of the text', async () => {
  const text = await read('[a](/pages/privacy#top) [b](/withdrawal?order=1) [c](/de/contact) [d](/api-docs.pdf)', 'de');
  const address = 'https://shop.test';
  expect(text).toContain(
    `a(${address}/de/pages/privacy#top)b(${address}/de/withdrawal?order=1)c(${address}/de/contact)d(${address}/api-docs.pdf)`,
  );
});
