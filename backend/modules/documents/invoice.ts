import { addressLines } from '#contract/addresses.ts';
import { formatDate } from '#contract/dates.ts';
import { convertCents, formatMinorUnits } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawBlocks, drawDocument, drawSums, drawTable } from './page.ts';

/** The invoice of an order as a PDF, with the price that the shopper saw in the checkout. */
export function drawInvoice(order: OrderRow, seller: ShopDetails): Promise<Buffer> {
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
