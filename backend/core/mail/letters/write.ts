import { compile } from 'html-to-text';
import mjml from 'mjml';
import { layOut } from './layout.ts';
import type { Draft, LetterParts } from './letter.ts';

/** Characters per line of the text. */
const LINE = 72;

const toText = compile({
  wordwrap: LINE,
  selectors: [
    // The first lines for a list of mails, and the letterhead: the text has both elsewhere.
    { selector: 'div[style^="display:none"]', format: 'skip' },
    { selector: '.brand', format: 'skip' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    { selector: '.items > table', format: 'dataTable', options: { maxColumnWidth: 52, uppercaseHeaderCells: false } },
  ],
});

/** Runs in a thread of its own: see writer.ts. */
export default async function write({ letter, writer }: Draft): Promise<LetterParts> {
  const { html } = await mjml(layOut(letter, writer).source, { validationLevel: 'strict', fonts: {} });
  return { html, text: toText(html) };
}
