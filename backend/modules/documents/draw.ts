import { addressLines } from '#contract/addresses.ts';
import { formatDate } from '#contract/dates.ts';
import { convertCents, formatMinorUnits } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { unitsToShip } from '#contract/orders.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawBlocks, drawDocument, drawSums, drawTable } from './page.ts';

const documents = { invoice: drawInvoice, packingSlip: drawPackingSlip };

export type Drawing = { document: keyof typeof documents; order: OrderRow; seller: ShopDetails };

/** Draws a document as a PDF. Runs in a thread of its own: see documents.routes.ts. */
export default function draw({ document, order, seller }: Drawing): Promise<Buffer> {
  return documents[document](order, seller);
}

/** With the price that the shopper saw in the checkout. */
function drawInvoice(order: OrderRow, seller: ShopDetails): Promise<Buffer> {
  const { number, currency, delivery, buyerName, lines, shippingName } = order;
  const date = new Date(order.createdAt);
  const money = (minorUnits: number) => formatMinorUnits(minorUnits, currency);
  const rate = order.taxRateHundredths / 100;
  return drawDocument({ title: `Invoice ${number}`, seller, date }, (page) => {
    drawBlocks(page, [
      { heading: 'Bill to', lines: delivery ? addressLines(delivery) : [buyerName] },
      {
        heading: 'Details',
        lines: [`Invoice number ${number}`, `Date ${formatDate(date, seller.timeZone)}`, `Delivery: ${shippingName}`],
      },
    ]);
    drawTable(
      page,
      [
        { name: 'Product' },
        { name: 'Quantity', width: 60, alignRight: true },
        { name: 'Price', width: 90, alignRight: true },
        { name: 'Amount', width: 100, alignRight: true },
      ],
      lines.map(({ title, unitPriceCents, count }) => [
        title,
        formatNumber(count),
        money(convertCents(unitPriceCents, currency)),
        money(convertCents(unitPriceCents * count, currency)),
      ]),
    );
    drawSums(page, [
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
function drawPackingSlip(order: OrderRow, seller: ShopDetails): Promise<Buffer> {
  const { number, delivery, buyerName, shippingName, note, lines } = order;
  const date = new Date(order.createdAt);
  return drawDocument({ title: `Packing slip ${number}`, seller, date }, (page) => {
    drawBlocks(page, [
      {
        heading: 'Ship to',
        lines: delivery ? [...addressLines(delivery), delivery.phoneNumber].filter(Boolean) : [buyerName],
      },
      { heading: 'Order', lines: [`Number ${number}`, `Date ${formatDate(date, seller.timeZone)}`, shippingName] },
      ...(note ? [{ heading: 'Note', lines: [note] }] : []),
    ]);
    drawTable(
      page,
      [{ name: 'Product' }, { name: 'Quantity', width: 80, alignRight: true }],
      lines
        .map((line) => ({ ...line, packed: line.shipped + unitsToShip(line) }))
        .filter(({ packed }) => packed > 0)
        .map(({ title, detail, packed }) => [detail ? `${title}\n${detail}` : title, formatNumber(packed)]),
    );
  });
}
