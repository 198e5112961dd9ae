import { textEncoding } from '#contract/catalogue/spreadsheets.ts';
import type { AdminOrderView } from '#contract/orders/orders.ts';
import { SHIPMENT_LIST_MAX, shipmentListTooLong } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';

/** The list of these orders, ready for tracking numbers. */
export function shipListOf(orders: readonly AdminOrderView[]): string {
  return ['number,trackingNumber', ...orders.map(({ number }) => `${number},`)].join('\n');
}

/** Where to continue a list: behind its first line that lacks a value, else at its end. */
export function listCaret(list: string): number {
  const comma = list.search(/,$/m);
  return comma === -1 ? list.length : comma + 1;
}

/** Reads a chosen file, or says why it can't be a list. */
export async function readListFile(file: File): Promise<{ list: string } | { error: string }> {
  try {
    const encoding = textEncoding(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
    if (encoding === null) return { error: m.fields.notText() };
    // A character takes up to four bytes.
    if (file.size > 4 * SHIPMENT_LIST_MAX) return { error: shipmentListTooLong() };
    const list = new TextDecoder(encoding, { fatal: true }).decode(await file.arrayBuffer());
    return list.length > SHIPMENT_LIST_MAX ? { error: shipmentListTooLong() } : { list };
  } catch {
    // Other encodings, and files that are gone.
    return { error: m.fields.notUtf8() };
  }
}
