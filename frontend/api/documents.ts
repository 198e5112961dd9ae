import type { DocumentView } from '#contract/orders/documents.ts';
import type { OrderView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { saveFile } from '../browser/saveFile.ts';
import { call, download } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

const pathOf = (orderId: string) => `/orders/${encodeURIComponent(orderId)}/documents`;

/** The documents of an order, by what it takes for another one: a refund. */
const documents = createRemote<{ orderId: string; refunded: number }, DocumentView[]>({
  load: async ({ orderId }, options) => (await call<'Documents'>('GET', pathOf(orderId), options)).documents,
});

type OfOrder = Pick<OrderView, '_id'> & { refunded: number };

/** The invoice and the credit notes of a paid order; none until they are loaded. */
export function useDocuments({ _id, refunded }: OfOrder): readonly DocumentView[] {
  const options = { keepsPrevious: true, isQuiet: true };
  return useRemote(documents, { orderId: _id, refunded }, options).data ?? [];
}

/** Downloads a document of an order. @throws ApiError */
export async function saveIssued({ _id }: Pick<OrderView, '_id'>, { _id: id, number }: DocumentView): Promise<void> {
  saveFile(await download(`${pathOf(_id)}/${id}`, m.documentList.task()), `${number}.pdf`);
}
