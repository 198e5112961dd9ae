import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { countryName } from '#contract/addresses.ts';
import type { ShopDetails } from '#contract/shop.ts';

export type Page = PDFKit.PDFDocument;

/** Noto Sans covers the alphabets of names and addresses, and all currency signs. */
const fonts = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
} as const;

const INK = '#15181b';
const INK_SOFT = '#5b6168';
const LINE = '#d5d9dd';
const MARGIN = 56;

type Info = { title: string; seller: ShopDetails; date: Date };

/**
 * Draws an A4 document. The same input gives the same bytes: `date` is also the date of its creation.
 * @returns the PDF
 */
export async function drawDocument({ title, seller, date }: Info, draw: (page: Page) => void): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: seller.name, CreationDate: date },
  });
  for (const [name, file] of Object.entries(fonts)) page.registerFont(name, fontFile(file));
  page.fillColor(INK);
  drawHead(page, title, seller);
  draw(page);
  page.end();
  const chunks: Buffer[] = [];
  for await (const chunk of page) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function fontFile(path: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${path}`));
}

function drawHead(page: Page, title: string, { name, address, vatId, country }: ShopDetails): void {
  page.font('bold').fontSize(18).text(name);
  page.font('regular').fontSize(9).fillColor(INK_SOFT);
  for (const line of [address, country && countryName(country), vatId && `VAT ID ${vatId}`]) if (line) page.text(line);
  page.moveDown(3).font('bold').fontSize(22).fillColor(INK).text(title).moveDown(0.5);
}

/** Draws blocks of lines side by side, each with a heading. */
export function drawBlocks(page: Page, blocks: readonly { heading: string; lines: readonly string[] }[]): void {
  page.table({
    defaultStyle: { border: 0, padding: [2, 12, 2, 0] },
    data: [
      blocks.map(({ heading }) => ({ text: heading, font: { src: 'bold', size: 9 }, textColor: INK_SOFT })),
      blocks.map(({ lines }) => ({ text: lines.join('\n'), font: { src: 'regular', size: 10 }, textColor: INK })),
    ],
  });
  page.moveDown(2);
}

type Column = { name: string; width?: number; alignRight?: boolean };

/** Draws a table whose first column takes the remaining width. */
export function drawTable(page: Page, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const cell = (text: string, index: number, style: object) => ({
    text,
    align: { x: columns[index]?.alignRight ? 'right' : 'left' } as const,
    padding: { top: 6, right: index === columns.length - 1 ? 0 : 6, bottom: 6, left: index === 0 ? 0 : 6 },
    ...style,
  });
  const head = { font: { src: 'bold', size: 9 }, textColor: INK_SOFT };
  const body = { font: { src: 'regular', size: 10 }, textColor: INK };
  page.table({
    columnStyles: columns.map(({ width }) => ({ width: width ?? '*' })),
    rowStyles: { border: [0, 0, 0.5, 0], borderColor: LINE },
    data: [
      columns.map(({ name }, index) => cell(name, index, head)),
      ...rows.map((row) => row.map((text, index) => cell(text, index, body))),
    ],
  });
  page.moveDown(1);
}

type Item = { title: string; detail: string; count: string; picture: Buffer | null };

/** In points. */
const BOX = 14;
const PICTURE = 44;
const GAP = 12;

/** Draws items to tick off, each with its picture, whole title and quantity. An item is never split between pages. */
export function drawChecklist(page: Page, items: readonly Item[]): void {
  const { left, right } = page.page.margins;
  const end = page.page.width - right;
  const countWidth = 60;
  const [pictureLeft, textLeft] = [left + BOX + GAP, left + BOX + PICTURE + 2 * GAP];
  const width = end - textLeft - countWidth - GAP;
  for (const { title, detail, count, picture } of items) {
    const titleHeight = page.font('bold').fontSize(11).heightOfString(title, { width });
    const detailHeight = detail ? page.font('regular').fontSize(9).heightOfString(detail, { width }) + 2 : 0;
    const height = Math.max(PICTURE, titleHeight + detailHeight) + GAP;
    if (page.y + height > page.page.height - page.page.margins.bottom) page.addPage();
    const top = page.y;
    page
      .rect(left, top + (PICTURE - BOX) / 2, BOX, BOX)
      .lineWidth(1)
      .stroke(INK);
    if (picture) page.image(picture, pictureLeft, top, { fit: [PICTURE, PICTURE], align: 'center', valign: 'center' });
    page.font('bold').fontSize(11).fillColor(INK).text(title, textLeft, top, { width });
    if (detail)
      page
        .font('regular')
        .fontSize(9)
        .fillColor(INK_SOFT)
        .text(detail, textLeft, top + titleHeight + 2, { width });
    page
      .font('bold')
      .fontSize(14)
      .fillColor(INK)
      .text(`${count} ×`, end - countWidth, top + (PICTURE - 20) / 2, { width: countWidth, align: 'right' });
    page
      .moveTo(left, top + height - GAP / 2)
      .lineTo(end, top + height - GAP / 2)
      .lineWidth(0.5)
      .stroke(LINE);
    page.x = left;
    page.y = top + height;
  }
}

/** Draws sums at the right; the one that `isTotal` stands out. */
export function drawSums(page: Page, sums: readonly { name: string; amount: string; isTotal?: boolean }[]): void {
  page.table({
    columnStyles: [{ width: '*' }, { width: 110 }],
    defaultStyle: { border: 0, padding: [3, 0, 3, 0] },
    data: sums.map(({ name, amount, isTotal = false }) => {
      const font = isTotal ? { src: 'bold', size: 12 } : { src: 'regular', size: 10 };
      const cell = { font, textColor: INK, align: { x: 'right' } } as const;
      return [
        { text: name, ...cell },
        { text: amount, ...cell },
      ];
    }),
  });
}
