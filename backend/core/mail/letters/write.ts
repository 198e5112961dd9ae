import { compile } from 'html-to-text';
import { layOut, pictureNames } from './layout.ts';
import type { Letter, LetterParts, Writer } from './letter.ts';

/** Characters per line of the text. */
const LINE = 72;

const toText = compile({
  wordwrap: LINE,
  selectors: [
    // The first lines for a list of mails, and the letterhead: the text has both elsewhere.
    { selector: '.preview', format: 'skip' },
    { selector: '.brand', format: 'skip' },
    { selector: 'img', format: 'skip' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    { selector: '.items > table', format: 'dataTable', options: { maxColumnWidth: 52, uppercaseHeaderCells: false } },
  ],
});

/** Lays a letter out as the HTML and the text of a mail. */
export function writeLetter(letter: Letter, writer: Writer): LetterParts {
  const pictures = pictureNames(letter);
  const html = layOut(letter, writer, pictures).source;
  const attachments = [...pictures].map(([content, cid]) => {
    return { cid, filename: `${cid}.webp`, content, contentDisposition: 'inline' as const };
  });
  return { html, text: toText(html), attachments };
}
