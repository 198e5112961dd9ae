import type { AdminOrderView } from '#contract/orders.ts';
import { SHIPMENT_LIST_MAX, SHIPMENT_LIST_TOO_LONG } from '#contract/shipment-lists.ts';

/** The list of these orders, ready for tracking numbers. */
export function shipListOf(orders: readonly AdminOrderView[]): string {
  return ['number,trackingNumber', ...orders.map(({ number }) => `${number},`)].join('\n');
}

/** Where to continue a list: behind its first line that lacks a value, else at its end. */
export function listCaret(list: string): number {
  const comma = list.search(/,$/m);
  return comma === -1 ? list.length : comma + 1;
}

const NOT_CSV = 'This file is not a CSV file in UTF-8. Save your spreadsheet as CSV UTF-8.';

/** Reads a chosen file, or says why it can't be a list. */
export async function readListFile(file: File): Promise<{ list: string } | { error: string }> {
  if (file.size > SHIPMENT_LIST_MAX) return { error: SHIPMENT_LIST_TOO_LONG };
  try {
    return { list: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    // Other encodings, and files that are gone.
    return { error: NOT_CSV };
  }
}
