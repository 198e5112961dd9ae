import type { ShopDetails } from '#contract/shop.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { drawInvoice } from './invoice.ts';
import { drawPackingSlip } from './packing-slip.ts';

const documents = { invoice: drawInvoice, packingSlip: drawPackingSlip };

export type Drawing = { document: keyof typeof documents; order: OrderRow; seller: ShopDetails };

/** Runs in a thread of its own: see documents.routes.ts. */
export default function draw({ document, order, seller }: Drawing): Promise<Uint8Array> {
  return documents[document](order, seller);
}
