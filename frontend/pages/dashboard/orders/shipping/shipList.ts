import type { AdminOrderView } from '#contract/orders.ts';
import { SHIPMENT_LIST_MAX, SHIPMENT_LIST_TOO_LONG } from '#contract/shipment-lists.ts';
import { NOT_TEXT, NOT_UTF8, textEncoding } from '#contract/spreadsheets.ts';

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
    if (encoding === null) return { error: NOT_TEXT };
    // A character takes up to four bytes.
    if (file.size > 4 * SHIPMENT_LIST_MAX) return { error: SHIPMENT_LIST_TOO_LONG };
    const list = new TextDecoder(encoding, { fatal: true }).decode(await file.arrayBuffer());
    return list.length > SHIPMENT_LIST_MAX ? { error: SHIPMENT_LIST_TOO_LONG } : { list };
  } catch {
    // Other encodings, and files that are gone.
    return { error: NOT_UTF8 };
  }
}
