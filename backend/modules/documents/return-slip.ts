import type { ReturnView } from '#contract/orders/returns.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { returnAddressLines } from '#contract/values/addresses.ts';
import { formatDate } from '#contract/values/dates.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawBlocks, drawChecklist, drawDocument, drawText, startPage } from './page.ts';
import { type Pictures, printable } from './pictures.ts';

export type ReturnSlip = {
  order: Pick<OrderRow, 'number' | 'delivery' | 'buyerName' | 'lines'>;
  /** What is sent back. */
  sent: Pick<ReturnView, 'reference' | 'reason' | 'lines' | 'history'>;
};

/** A page that goes into the parcel of a return, and one with the address that goes on it. */
export async function drawReturnSlip(
  { order, sent }: ReturnSlip,
  seller: SettingsView,
  pictures: Pictures,
): Promise<Buffer> {
  const { reference, reason, lines, history } = sent;
  const date = new Date(history[0]?.date ?? 0);
  const from = order.delivery ? addressLines(order.delivery) : [order.buyerName];
  const title = m.documents.returnSlip({ reference });
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  const items = await Promise.all(
    lines.map(async ({ productId, count }) => {
      const picture = await printable(pictures.get(productId));
      return { title: titles.get(productId) ?? '', detail: '', count: formatNumber(count), picture };
    }),
  );
  return drawDocument({ title, seller, date }, async (page) => {
    await drawBlocks(page, [
      { heading: m.documents.sender(), lines: from },
      {
        heading: m.documents.order(),
        lines: [
          m.documents.orderNumber({ number: String(order.number) }),
          m.documents.date({ date: formatDate(date, seller.timeZone) }),
          m.returns[reason](),
        ],
      },
    ]);
    await drawChecklist(page, items);
    await drawText(page, { text: m.documents.putIntoParcel(), style: 'small' });
    startPage(page);
    await drawText(page, { text: m.documents.putOnParcel(), style: 'small' });
    await drawText(page, { text: m.documents.recipient(), style: 'heading' });
    await drawText(page, { text: returnAddressLines(seller).join('\n'), style: 'label' });
    await drawText(page, { text: m.returnMails.reference(), style: 'heading' });
    await drawText(page, { text: reference, style: 'label' });
    await drawText(page, { text: m.documents.sender(), style: 'heading' });
    await drawText(page, { text: from.join('\n') });
  });
}
