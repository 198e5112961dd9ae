import type { SettingsView } from '#contract/shop/settings.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { formatDate } from '#contract/values/dates.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { IssuedDocument } from '../orders/invoicing/documents.queries.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { unitsLeftToShip, unitsOf } from '../orders/returns/units-left.ts';
import { drawIssued } from './issued.ts';
import { drawLegalText, type LegalText } from './legal-text.ts';
import { drawBlocks, drawChecklist, drawDocument } from './page.ts';
import { type Pictures, printable } from './pictures.ts';
import { drawReturnSlip, type ReturnSlip } from './return-slip.ts';

export type Drawing =
  | { document: 'issued'; issued: IssuedDocument }
  | { document: 'packingSlip'; language: LanguageCode; seller: SettingsView; order: OrderRow; pictures: Pictures }
  | { document: 'returnSlip'; language: LanguageCode; seller: SettingsView; slip: ReturnSlip; pictures: Pictures }
  | { document: 'legalText'; language: LanguageCode; seller: SettingsView; text: LegalText; publicUrl: string };

/** Draws a document as a PDF. Runs in a thread of its own: see drawing-threads.ts. */
export default function draw(drawing: Drawing): Promise<Buffer> {
  if (drawing.document === 'issued') {
    const { issued } = drawing;
    return inLanguage(issued.snapshot.language, () => drawIssued(issued));
  }
  const { language, seller } = drawing;
  return inLanguage(language, () => {
    if (drawing.document === 'legalText') return drawLegalText(drawing.text, seller, drawing.publicUrl);
    if (drawing.document === 'returnSlip') return drawReturnSlip(drawing.slip, seller, drawing.pictures);
    return drawPackingSlip(drawing.order, seller, drawing.pictures);
  });
}

/** What to pack, without prices: all units but those that were given back before they were shipped. */
async function drawPackingSlip(order: OrderRow, seller: SettingsView, pictures: Pictures): Promise<Buffer> {
  const { delivery, buyerName, shippingName, note, lines } = order;
  const number = String(order.number);
  const date = new Date(order.createdAt);
  const left = unitsLeftToShip(order);
  const packed = lines
    .map((line) => ({ ...line, count: line.shipped + unitsOf(left, line.productId) }))
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
