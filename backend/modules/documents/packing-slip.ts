import { addressLines } from '#contract/addresses.ts';
import { formatDate } from '#contract/dates.ts';
import { formatNumber } from '#contract/numbers.ts';
import { unitsToShip } from '#contract/orders.ts';
import type { ShopDetails } from '#contract/shop.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawBlocks, drawDocument, drawTable } from './page.ts';

/** What to pack for an order as a PDF, without prices: all units but those that were refunded before they were shipped. */
export function drawPackingSlip(order: OrderRow, seller: ShopDetails): Promise<Buffer> {
  const { number, delivery, buyerName, shippingName, note, lines } = order;
  const date = new Date(order.createdAt);
  return drawDocument({ title: `Packing slip ${number}`, seller, date }, (page) => {
    drawBlocks(page, [
      {
        heading: 'Ship to',
        lines: delivery
          ? [...addressLines(delivery), ...(delivery.phoneNumber ? [delivery.phoneNumber] : [])]
          : [buyerName],
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
