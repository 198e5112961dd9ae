import sharp from 'sharp';
import { addressLines } from '#contract/addresses.ts';
import { formatDate } from '#contract/dates.ts';
import { convertCents, formatMinorUnits } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { unitsToShip } from '#contract/orders.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawBlocks, drawChecklist, drawDocument, drawSums, drawTable } from './page.ts';

const documents = { invoice: drawInvoice, packingSlip: drawPackingSlip };

/** Of what was ordered, by product. */
type Pictures = ReadonlyMap<string, Uint8Array>;

export type Drawing = {
  document: keyof typeof documents;
  order: OrderRow;
  seller: ShopDetails;
  pictures?: Pictures;
};

/** Draws a document as a PDF. Runs in a thread of its own: see documents.routes.ts. */
export default function draw({ document, order, seller, pictures = new Map() }: Drawing): Promise<Buffer> {
  return documents[document](order, seller, pictures);
}

/** With the price that the shopper saw in the checkout. */
function drawInvoice(order: OrderRow, seller: ShopDetails): Promise<Buffer> {
  const { number, currency, delivery, buyerName, lines, shippingName } = order;
  const date = new Date(order.createdAt);
  const money = (minorUnits: number) => formatMinorUnits(minorUnits, currency);
  const rate = order.taxRateHundredths / 100;
  return drawDocument({ title: `Invoice ${number}`, seller, date }, async (page) => {
    await drawBlocks(page, [
      { heading: 'Bill to', lines: delivery ? addressLines(delivery) : [buyerName] },
      {
        heading: 'Details',
        lines: [`Invoice number ${number}`, `Date ${formatDate(date, seller.timeZone)}`, `Delivery: ${shippingName}`],
      },
    ]);
    await drawTable(
      page,
      [
        { name: 'Product' },
        { name: 'Quantity', width: 60, isAtEnd: true },
        { name: 'Price', width: 90, isAtEnd: true },
        { name: 'Amount', width: 100, isAtEnd: true },
      ],
      lines.map(({ title, unitPriceCents, count }) => [
        title,
        formatNumber(count),
        money(convertCents(unitPriceCents, currency)),
        money(convertCents(unitPriceCents * count, currency)),
      ]),
    );
    await drawSums(page, [
      { name: 'Subtotal', amount: money(order.subtotal) },
      ...(order.discount > 0 ? [{ name: `Discount ${order.discountCode}`, amount: `−${money(order.discount)}` }] : []),
      { name: 'Shipping', amount: money(order.shipping) },
      { name: 'Total', amount: money(order.amount), isTotal: true },
      { name: `Of which VAT (${rate}%)`, amount: money(order.tax) },
      { name: 'Net amount', amount: money(order.amount - order.tax) },
    ]);
  });
}

/** What to pack, without prices: all units but those that were refunded before they were shipped. */
async function drawPackingSlip(order: OrderRow, seller: ShopDetails, pictures: Pictures): Promise<Buffer> {
  const { number, delivery, buyerName, shippingName, note, lines } = order;
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
  return drawDocument({ title: `Packing slip ${number}`, seller, date }, async (page) => {
    await drawBlocks(page, [
      {
        heading: 'Ship to',
        lines: delivery ? [...addressLines(delivery), delivery.phoneNumber].filter(Boolean) : [buyerName],
      },
      { heading: 'Order', lines: [`Number ${number}`, `Date ${formatDate(date, seller.timeZone)}`, shippingName] },
      ...(note ? [{ heading: 'Note', lines: [note] }] : []),
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
