import sharp from 'sharp';
import { addressLines } from '#contract/address-forms.ts';
import { formatDate } from '#contract/dates.ts';
import { formatMinorUnits } from '#contract/money.ts';
import { formatDecimal, formatNumber } from '#contract/numbers.ts';
import { unitsToShip } from '#contract/orders.ts';
import type { SettingsView } from '#contract/settings.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { lineAmountOf, taxesOf, unitPriceOf } from '../orders/order-amounts.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawLegalText, type LegalText } from './legal-text.ts';
import { drawBlocks, drawChecklist, drawDocument, drawSums, drawTable } from './page.ts';

const documents = { invoice: drawInvoice, packingSlip: drawPackingSlip };

/** Of what was ordered, by product. */
type Pictures = ReadonlyMap<string, Uint8Array>;

export type Drawing = { language: LanguageCode; seller: SettingsView } & (
  | { document: keyof typeof documents; order: OrderRow; pictures?: Pictures }
  | { document: 'legalText'; text: LegalText; publicUrl: string }
);

/** Draws a document as a PDF. Runs in a thread of its own: see drawing-threads.ts. */
export default function draw(drawing: Drawing): Promise<Buffer> {
  const { language, seller } = drawing;
  return inLanguage(language, () => {
    if (drawing.document === 'legalText') return drawLegalText(drawing.text, seller, drawing.publicUrl);
    const { document, order, pictures = new Map() } = drawing;
    return documents[document](order, seller, pictures);
  });
}

/** With the price that the shopper saw in the checkout. */
function drawInvoice(order: OrderRow, seller: SettingsView): Promise<Buffer> {
  const { currency, delivery, buyerName, lines, shippingName } = order;
  const number = seller.invoicePrefix + order.number;
  const date = new Date(order.createdAt);
  const money = (minorUnits: number) => formatMinorUnits(minorUnits, currency);
  return drawDocument({ title: m.documents.invoice({ number }), seller, date }, async (page) => {
    await drawBlocks(page, [
      { heading: m.documents.billTo(), lines: delivery ? addressLines(delivery) : [buyerName] },
      {
        heading: m.documents.details(),
        lines: [
          m.documents.invoiceNumber({ number }),
          m.documents.date({ date: formatDate(date, seller.timeZone) }),
          m.documents.delivery({ method: shippingName }),
        ],
      },
    ]);
    await drawTable(
      page,
      [
        { name: m.documents.product() },
        { name: m.documents.quantity(), width: 60, isAtEnd: true },
        { name: m.documents.price(), width: 90, isAtEnd: true },
        { name: m.documents.amount(), width: 100, isAtEnd: true },
      ],
      lines.map((line) => [
        line.title,
        formatNumber(line.count),
        money(unitPriceOf(line, order)),
        money(lineAmountOf(line, order)),
      ]),
    );
    await drawSums(page, [
      { name: m.orders.subtotal(), amount: money(order.subtotal) },
      ...(order.discount > 0
        ? [{ name: m.orders.discount({ code: order.discountCode }), amount: `−${money(order.discount)}` }]
        : []),
      { name: m.documents.shipping(), amount: money(order.shipping) },
      { name: m.orders.total(), amount: money(order.amount), isTotal: true },
      ...(order.reverseCharge
        ? [{ name: m.vat.reverseCharge(), amount: money(0) }]
        : taxesOf(order).map(({ rateHundredths, tax }) => ({
            name: m.documents.ofWhichVat({ rate: formatDecimal(rateHundredths / 100) }),
            amount: money(tax),
          }))),
      { name: m.documents.netAmount(), amount: money(order.amount - order.tax) },
    ]);
  });
}

/** What to pack, without prices: all units but those that were refunded before they were shipped. */
async function drawPackingSlip(order: OrderRow, seller: SettingsView, pictures: Pictures): Promise<Buffer> {
  const { delivery, buyerName, shippingName, note, lines } = order;
  const number = String(order.number);
  const date = new Date(order.createdAt);
  const packed = lines
    .map((line) => ({ ...line, count: line.shipped + unitsToShip(line) }))
    .filter(({ count }) => count > 0);
  const items = await Promise.all(
    packed.map(async ({ productId, title, detail, count }) => {
      const picture = await printable(pictures.get(productId));
      // A description that was cut says less than the picture.
      return { title, detail: detail.endsWith('…') ? '' : detail, count: formatNumber(count), picture };
    }),
  );
  return drawDocument({ title: m.documents.packingSlip({ number }), seller, date }, async (page) => {
    await drawBlocks(page, [
      {
        heading: m.documents.shipTo(),
        lines: delivery ? [...addressLines(delivery), delivery.phoneNumber].filter(Boolean) : [buyerName],
      },
      {
        heading: m.documents.order(),
        lines: [
          m.documents.orderNumber({ number }),
          m.documents.date({ date: formatDate(date, seller.timeZone) }),
          shippingName,
        ],
      },
      ...(note ? [{ heading: m.documents.note(), lines: [note] }] : []),
    ]);
    await drawChecklist(page, items);
  });
}

/** A picture in a format that a PDF can hold; null without one that can be decoded, as the list is complete without it. */
async function printable(picture: Uint8Array | undefined): Promise<Buffer | null> {
  if (picture === undefined) return null;
  const jpeg = sharp(picture).flatten({ background: 'white' }).jpeg();
  return jpeg.toBuffer().catch(() => null);
}
