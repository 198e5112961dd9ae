import PDFDocument from 'pdfkit';
import type { SettingsView } from '#contract/shop/settings.ts';
import { shopAddressLines } from '#contract/values/addresses.ts';
import { currentLanguage, m } from '#messages';
import type { Direction } from './font.ts';
import { Fonts } from './fonts.ts';
import { drawLine, type Line, layOut, type Style } from './text.ts';

/** Where to draw next is the `y` of its PDF. */
export type Page = { pdf: PDFKit.PDFDocument; fonts: Fonts; direction: Direction };

const INK = '#15181b';
const INK_SOFT = '#5b6168';
const RULE = '#d5d9dd';

/** In points, as all lengths here. */
const MARGIN = 56;

/** In ems, those of Noto Sans, for all fonts: from the top of a line to its baseline, and to the next line. */
const ASCENT = 1.069;
const LINE_HEIGHT = 1.362;

type TextStyle = Style & { color: string };

const HEADING: TextStyle = { weight: 'bold', size: 9, color: INK_SOFT };
const BODY: TextStyle = { weight: 'regular', size: 10, color: INK };
const SMALL: TextStyle = { weight: 'regular', size: 9, color: INK_SOFT };

const bold = (size: number): TextStyle => ({ weight: 'bold', size, color: INK });

/** Who sells, as documents name them. */
type Seller = Pick<SettingsView, 'name' | 'legalName' | 'address' | 'vatId'>;

type Info = {
  title: string;
  seller: Seller;
  date: Date;
  /** What ends each page, before its number; no end by default. */
  footer?: string;
};

/**
 * Draws an A4 document. The same input gives the same bytes: `date` is also the date of its creation. Lines, columns
 * and blocks start at the side where text of the current language does.
 * @returns the PDF
 */
export async function drawDocument(info: Info, draw: (page: Page) => Promise<void>): Promise<Buffer> {
  const { title, seller, date, footer } = info;
  const { locale, dir: direction } = currentLanguage();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: locale,
    displayTitle: true,
    bufferPages: footer !== undefined,
    info: { Title: title, Author: seller.name, CreationDate: date },
  });
  const page = { pdf, fonts: new Fonts(), direction };
  await drawHead(page, title, seller);
  await draw(page);
  if (footer !== undefined) await drawFooters(page, footer);
  pdf.end();
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function drawHead(page: Page, title: string, { name, legalName, address, vatId }: Seller): Promise<void> {
  const width = widthOf(page);
  drawCells(page, [await layOutCell(page, name, bold(18), 0, width)]);
  const place = shopAddressLines(address);
  for (const line of [legalName !== name && legalName, ...place, vatId && m.documents.vatId({ id: vatId })]) {
    if (line) drawCells(page, [await layOutCell(page, line, SMALL, 0, width)]);
  }
  page.pdf.y += 36;
  drawCells(page, [await layOutCell(page, title, bold(22), 0, width)]);
  page.pdf.y += 15;
}

const FINE: TextStyle = { weight: 'regular', size: 8, color: INK_SOFT };
/** Room for the number of a page. */
const PAGE_NUMBER = 80;
/** As many as the margin has room for. */
const FOOTER_LINES = 3;

/** In the margin, once the number of pages is known. */
async function drawFooters(page: Page, footer: string): Promise<void> {
  const { pdf } = page;
  const { start, count } = pdf.bufferedPageRange();
  const width = widthOf(page) - PAGE_NUMBER;
  const text = await layOutCell(page, footer, FINE, 0, width - GAP);
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index);
    const number = m.documents.page({ page: index + 1, pages: count });
    const cells = [text, { ...(await layOutCell(page, number, FINE, width, PAGE_NUMBER)), isAtEnd: true }];
    pdf.y = pdf.page.height - MARGIN + 8;
    drawRule(page, pdf.y);
    pdf.y += 6;
    for (let line = 0; line < FOOTER_LINES; line++) drawCellLine(page, cells, line, FINE.size);
  }
}

type Block = { heading: string; lines: readonly string[] };

/** Draws blocks of lines side by side, each with a heading. @param room below them */
export async function drawBlocks(page: Page, blocks: readonly Block[], room = 60): Promise<void> {
  const width = widthOf(page) / blocks.length;
  const layOutAll = (style: TextStyle, textOf: (block: Block) => string) =>
    Promise.all(blocks.map((block, index) => layOutCell(page, textOf(block), style, index * width, width - 12)));
  drawRow(page, await layOutAll(HEADING, ({ heading }) => heading), 2);
  drawRow(page, await layOutAll(BODY, ({ lines }) => lines.join('\n')), 2);
  page.pdf.y += room;
}

type Column = { name: string; width?: number; isAtEnd?: boolean };

/** Draws a table whose first column takes the remaining width. */
export async function drawTable(page: Page, columns: readonly Column[], rows: readonly (readonly string[])[]) {
  const rest = widthOf(page) - columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const ends = columns.map((_, last) => columns.slice(0, last + 1).reduce((sum, { width = rest }) => sum + width, 0));
  const layOutRow = (texts: readonly string[], style: TextStyle) =>
    Promise.all(
      columns.map(async ({ isAtEnd = false }, index) => {
        const start = index === 0 ? 0 : (ends[index - 1] ?? 0) + 6;
        const end = (ends[index] ?? 0) - (index === columns.length - 1 ? 0 : 6);
        return { ...(await layOutCell(page, texts[index] ?? '', style, start, end - start)), isAtEnd };
      }),
    );
  const names = columns.map(({ name }) => name);
  for (const [index, texts] of [names, ...rows].entries()) {
    drawRow(page, await layOutRow(texts, index === 0 ? HEADING : BODY), 6);
    drawRule(page, page.pdf.y);
  }
  page.pdf.y += 30;
}

type TextPart = {
  text: string;
  style?: keyof typeof textStyles;
  /** Distance from where lines start. */
  start?: number;
  /** Before its first line, such as a bullet. */
  marker?: string;
};

const textStyles = {
  body: BODY,
  strong: { ...BODY, weight: 'bold' },
  small: SMALL,
  heading: bold(14),
  subheading: bold(11),
  /** Read from afar. */
  label: bold(20),
} satisfies Record<string, TextStyle>;

/** Room for a marker. */
const INDENT = 16;
/** Deeper text would leave the page. */
const DEPTH_MAX = 10;

/** Draws a part of a running text. A heading stays with the lines below it. */
export async function drawText(page: Page, { text, style = 'body', start = 0, marker = '' }: TextPart): Promise<void> {
  const look = textStyles[style];
  const isHeading = style === 'heading' || style === 'subheading';
  if (isHeading) page.pdf.y += 8;
  const cell = await layOutCell(page, text, look, start, widthOf(page) - start);
  makeRoom(page, heightOf(cell) + (isHeading ? 3 * BODY.size * LINE_HEIGHT : 0));
  if (marker !== '') {
    const { y } = page.pdf;
    drawCells(page, [await layOutCell(page, marker, look, start - INDENT, INDENT)]);
    page.pdf.y = y;
  }
  drawCells(page, [cell]);
  page.pdf.y += 6;
}

/** Where the text of a list or a quote starts, by how deep it is in others. */
export function indented(depth: number): number {
  return Math.min(depth, DEPTH_MAX) * INDENT;
}

/** Draws lines to write on. */
export function drawBlanks(page: Page, count: number): void {
  for (let index = 0; index < count; index++) {
    makeRoom(page, 26);
    page.pdf.y += 20;
    drawRule(page, page.pdf.y);
    page.pdf.y += 6;
  }
}

export function startPage({ pdf }: Page): void {
  pdf.addPage();
}

type Item = { title: string; detail: string; count: string; picture: Buffer | null };

const BOX = 14;
const PICTURE = 44;
const GAP = 12;

/** Draws items to tick off, each with its picture, whole title and quantity. An item is never split between pages. */
export async function drawChecklist(page: Page, items: readonly Item[]): Promise<void> {
  const { pdf } = page;
  const countWidth = 60;
  const [pictureStart, textStart] = [BOX + GAP, BOX + PICTURE + 2 * GAP];
  const countStart = widthOf(page) - countWidth;
  const textWidth = countStart - GAP - textStart;
  for (const { title, detail, count, picture } of items) {
    const texts = [await layOutCell(page, title, bold(11), textStart, textWidth)];
    if (detail) texts.push(await layOutCell(page, detail, SMALL, textStart, textWidth));
    const amount = { ...(await layOutCell(page, `${count} ×`, bold(14), countStart, countWidth)), isAtEnd: true };
    const height = Math.max(PICTURE, texts.reduce((sum, text) => sum + heightOf(text), 0) + 2) + GAP;
    makeRoom(page, height);
    const top = pdf.y;
    pdf
      .rect(leftOf(page, 0, BOX), top + (PICTURE - BOX) / 2, BOX, BOX)
      .lineWidth(1)
      .stroke(INK);
    if (picture) {
      const place = { fit: [PICTURE, PICTURE] as [number, number], align: 'center', valign: 'center' } as const;
      pdf.image(picture, leftOf(page, pictureStart, PICTURE), top, place);
    }
    for (const text of texts) {
      drawCells(page, [text]);
      pdf.y += 2;
    }
    pdf.y = top + (PICTURE - 20) / 2;
    drawCells(page, [amount]);
    drawRule(page, top + height - GAP / 2);
    pdf.y = top + height;
  }
}

/** Goes down a little, before what is next. */
export function leaveRoom({ pdf }: Page, points: number): void {
  pdf.y += points;
}

/** Draws sums at the end of the lines; the one that `isTotal` stands out. */
export async function drawSums(page: Page, sums: readonly { name: string; amount: string; isTotal?: boolean }[]) {
  const width = 110;
  const start = widthOf(page) - width;
  for (const { name, amount, isTotal = false } of sums) {
    const style = isTotal ? bold(12) : BODY;
    const cells = [await layOutCell(page, name, style, 0, start), await layOutCell(page, amount, style, start, width)];
    if (isTotal) {
      makeRoom(page, 3 * style.size * LINE_HEIGHT);
      page.pdf.y += 4;
      drawRule(page, page.pdf.y, widthOf(page) / 2);
      page.pdf.y += 4;
    }
    drawRow(
      page,
      cells.map((cell) => ({ ...cell, isAtEnd: true })),
      3,
    );
  }
}

/** Lines within a width, which begins at a distance from where lines of the page start. */
type Cell = { lines: readonly Line[]; style: TextStyle; start: number; width: number; isAtEnd?: boolean };

async function layOutCell(page: Page, text: string, style: TextStyle, start: number, width: number): Promise<Cell> {
  return { lines: await layOut(text, style, width, page.fonts), style, start, width };
}

function heightOf({ lines, style }: Cell): number {
  return lines.length * style.size * LINE_HEIGHT;
}

/** Draws cells side by side on one page, with room above and below. */
function drawRow(page: Page, cells: readonly Cell[], room: number): void {
  makeRoom(page, Math.max(...cells.map(heightOf)) + 2 * room);
  page.pdf.y += room;
  drawCells(page, cells);
  page.pdf.y += room;
}

/** Draws cells of one size side by side. What is higher than a page continues on the next. */
function drawCells(page: Page, cells: readonly Cell[]): void {
  const count = Math.max(...cells.map(({ lines }) => lines.length));
  const size = Math.max(...cells.map(({ style }) => style.size));
  for (let index = 0; index < count; index++) {
    makeRoom(page, size * LINE_HEIGHT);
    drawCellLine(page, cells, index, size);
  }
}

/** Draws one line of cells, and goes to the next. */
function drawCellLine(page: Page, cells: readonly Cell[], index: number, size: number): void {
  const { pdf } = page;
  const { y } = pdf;
  for (const { lines, style, start, width, isAtEnd } of cells) {
    const line = lines[index];
    if (!line) continue;
    const left = leftOf(page, isAtEnd ? start + width - line.width : start, line.width);
    drawLine(pdf.fillColor(style.color), line, size, left, y + size * ASCENT);
  }
  pdf.y = y + size * LINE_HEIGHT;
}

/** @param start where it begins, from where lines start */
function drawRule(page: Page, y: number, start = 0): void {
  const width = widthOf(page) - start;
  const left = leftOf(page, start, width);
  page.pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .stroke(RULE);
}

/** Continues on a new page what doesn't fit on this one, unless it is higher than a page. */
function makeRoom({ pdf }: Page, height: number): void {
  const end = pdf.page.height - MARGIN;
  if (pdf.y + height > end && height <= end - MARGIN) pdf.addPage();
}

export function widthOf({ pdf }: Page): number {
  return pdf.page.width - 2 * MARGIN;
}

/** The left end of something by its distance from where lines start. */
function leftOf({ pdf, direction }: Page, start: number, width: number): number {
  return direction === 'ltr' ? MARGIN + start : pdf.page.width - MARGIN - start - width;
}
