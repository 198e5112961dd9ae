import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Direction, Font } from './font.ts';
import type { Fonts, Weight } from './fonts.ts';

/** Letters of one font and direction. */
type Run = { text: string; font: Font; level: number; width: number };

/** Runs in the order in which they are read, each with its distance from the line's left end. */
export type Line = { runs: readonly (Run & { left: number })[]; width: number };

export type Style = { weight: Weight; size: number };

/** What a reader sees as one letter, such as one with its accents, and where it ends in its paragraph. */
type Letter = Omit<Run, 'width'> & { end: number };

/** Stands for a letter that no font has. */
const UNKNOWN = '\ufffd';

const bidi = bidiFactory();
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/** Breaks a text into lines that fit a width. Each of its paragraphs runs in the direction of its first letter. */
export async function layOut(text: string, { weight, size }: Style, width: number, fonts: Fonts): Promise<Line[]> {
  const lines: Line[] = [];
  for (const paragraph of printable(text).split('\n')) {
    const letters = await readLetters(paragraph, weight, fonts);
    lines.push(...breakLines(letters, findBreaks(paragraph), size, width));
  }
  return lines;
}

/**
 * Without control characters, hyphens that are mostly invisible, what shows letters in another order than they have, and
 * more than four accents on one letter, which would cover other lines.
 */
function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)\p{Cc}|[\u00ad\u202a-\u202e]/gu, '')
    .replaceAll(/(?<=\p{M}{4})\p{M}/gu, '');
}

async function readLetters(paragraph: string, weight: Weight, fonts: Fonts): Promise<Letter[]> {
  const { levels } = bidi.getEmbeddingLevels(paragraph);
  const letters: Letter[] = [];
  for (const { segment, index } of segmenter.segment(paragraph)) {
    const end = index + segment.length;
    const visible = segment.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
    const last = letters.at(-1);
    if (visible === '') {
      if (last) last.end = end;
      continue;
    }
    // The space after a word is of its font, so that words which belong together are copied as one text.
    const isAfterWord = visible === ' ' && last !== undefined && /\p{L}\p{M}*$/u.test(last.text) && last.font.has(' ');
    const font = isAfterWord ? last.font : await fonts.find(visible, weight, paragraph);
    // A letter that no font has may have parts or a plainer form that one has.
    for (const part of font ? [segment] : visible.normalize('NFKC')) {
      const known = font ?? (await fonts.find(part, weight, paragraph));
      const shown = known ?? (await fonts.find(UNKNOWN, weight, paragraph));
      if (shown) letters.push({ text: known ? part : UNKNOWN, font: shown, level: levels[index] ?? 0, end });
    }
  }
  return letters;
}

/** Where a line may end. Thai has no spaces: a dictionary knows its words. */
function findBreaks(paragraph: string): Set<number> {
  const breaks = new Set<number>();
  const breaker = new LineBreaker(paragraph);
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) breaks.add(found.position);
  for (const { 0: thai, index } of paragraph.matchAll(/\p{Script=Thai}+/gu)) {
    for (const word of thaiWords.segment(thai)) if (word.index > 0) breaks.add(index + word.index);
  }
  return breaks;
}

function breakLines(letters: readonly Letter[], breaks: ReadonlySet<number>, size: number, width: number): Line[] {
  const lines: Letter[][] = [[]];
  let used = 0;
  for (const word of splitAfter(letters, ({ end }) => breaks.has(end))) {
    // A word that is wider than a line breaks anywhere.
    for (const part of toLine(word, size).width > width ? word.map((letter) => [letter]) : [word]) {
      if (used > 0 && used + toLine(part, size).width > width) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push(...part);
      used += toRuns(part, size).reduce((sum, run) => sum + run.width, 0);
    }
  }
  return lines.map((line) => toLine(line, size));
}

function splitAfter(letters: readonly Letter[], isLast: (letter: Letter) => boolean): Letter[][] {
  const parts: Letter[][] = [[]];
  for (const letter of letters) {
    parts.at(-1)?.push(letter);
    if (isLast(letter)) parts.push([]);
  }
  return parts;
}

/** Without the space at its end. */
function toLine(letters: readonly Letter[], size: number): Line {
  const runs = toRuns(letters.slice(0, letters.findLastIndex(({ text }) => /\S/.test(text)) + 1), size);
  const lefts = new Map<Run, number>();
  let width = 0;
  for (const run of fromLeftToRight(runs)) {
    lefts.set(run, width);
    width += run.width;
  }
  return { runs: runs.map((run) => ({ ...run, left: lefts.get(run) ?? 0 })), width };
}

function toRuns(letters: readonly Letter[], size: number): Run[] {
  const runs: Run[] = [];
  for (const { text, font, level } of letters) {
    const last = runs.at(-1);
    // Signs and spaces alone are copied in the order of their runs.
    const isWord = level % 2 === 0 || /\p{L}/u.test(last?.text ?? '');
    if (isWord && last?.font === font && last.level === level) last.text += text;
    else runs.push({ text, font, level, width: 0 });
  }
  for (const run of runs) {
    run.width = (run.font.widthOf(run.text, directionOf(run)) / run.font.unitsPerEm) * size;
  }
  return runs;
}

/** Rule L2 of the bidirectional algorithm (https://www.unicode.org/reports/tr9/#L2). */
function fromLeftToRight(runs: readonly Run[]): readonly Run[] {
  let order = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const groups: Run[][] = [];
    for (const run of order) {
      const last = groups.at(-1);
      if (run.level >= level && last?.[0] && last[0].level >= level) last.unshift(run);
      else groups.push([run]);
    }
    order = groups.flat();
  }
  return order;
}

function directionOf({ level }: Pick<Run, 'level'>): Direction {
  return level % 2 === 0 ? 'ltr' : 'rtl';
}

/** Draws a line by its left end and its baseline. Runs are drawn as they are read, which is also how they are copied. */
export function drawLine(pdf: PDFKit.PDFDocument, { runs }: Line, size: number, x: number, baseline: number): void {
  for (const run of runs) {
    const { text, font } = run;
    const direction = directionOf(run);
    const left = x + run.left;
    // pdfkit's types know files as fonts, and features of fonts by name.
    pdf.registerFont(font.name, font.source as never).font(font.name, size);
    pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features: [direction] as never });
    const scale = size / font.unitsPerEm;
    for (const { path, x: right, y: up } of font.outlinesOf(text, direction)) {
      pdf
        .save()
        .translate(left + right * scale, baseline - up * scale)
        .scale(scale, -scale)
        .path(path)
        .fill()
        .restore();
    }
  }
}
