import { can } from '#contract/users/capabilities.ts';
import { currentCode, m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopContext } from '../../core/http/http.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { readThumbnails } from '../catalogue/images/thumbnails.ts';
import { findAnyOrder } from '../orders/dashboard/orders.admin.queries.ts';
import { presentDocument } from '../orders/invoicing/documents.present.ts';
import type { IssuedDocument } from '../orders/invoicing/documents.queries.ts';
import { fileNameOf } from '../orders/invoicing/file-names.ts';
import { readDocuments, readPdf } from '../orders/invoicing/stored-documents.ts';
import { findOrder } from '../orders/orders.queries.ts';
import { presentReturn } from '../orders/returns/returns.present.ts';
import { spokenLanguage } from '../settings/settings.queries.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { openDrawing } from './drawing-threads.ts';

const api = describeCalls('Orders', {
  documents: { summary: 'List the invoice and the credit notes of an order', access: 'user', response: 'Documents' },
  document: {
    summary: 'Read an invoice or a credit note of an order',
    access: 'user',
    quota: 'document',
    response: 'pdf',
  },
  invoice: {
    summary: 'Read the invoice of an order',
    access: 'user',
    quota: 'document',
    response: 'pdf',
    errors: ['conflict'],
  },
  returnSlip: {
    summary: 'Read the slip that goes into the parcel of a return',
    access: 'user',
    quota: 'document',
    response: 'pdf',
    errors: ['conflict'],
  },
  packingSlip: {
    summary: 'Read the packing slip of an order',
    access: 'orders.fulfil',
    quota: 'document',
    response: 'pdf',
  },
});

/** The documents of an order as PDF files. */
export function documentsRoutes({ settings, storage }: { settings: ShopSettings; storage: Storage }) {
  const router = createRouter();
  const draw = openDrawing();

  /** The documents of the caller's own order, or of any for those who may read orders. */
  async function documentsOf(ctx: ShopContext): Promise<IssuedDocument[]> {
    const { userId, role } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const { em } = ctx.state;
    await (can(role, 'orders.read') ? findAnyOrder(em, id) : findOrder(em, userId, { id }));
    return readDocuments({ em, storage, settings }, id);
  }

  async function send(ctx: ShopContext, document: IssuedDocument): Promise<void> {
    const pdf = await readPdf(
      { em: ctx.state.em, storage, draw: (issued) => draw({ document: 'issued', issued }) },
      document,
    );
    sendPdf(ctx, fileNameOf(document), pdf);
  }

  router.get('/orders/:id/documents', api.documents, async (ctx) => {
    ctx.body = { status: 'success', documents: (await documentsOf(ctx)).map(presentDocument) };
  });

  router.get('/orders/:id/documents/:documentId', api.document, async (ctx) => {
    const id = pathId(ctx.params.documentId, m.documents.notFound());
    const issued = (await documentsOf(ctx)).find((each) => each.id === id);
    if (issued === undefined) throw new AppError('notFound', m.documents.notFound());
    await send(ctx, issued);
  });

  router.get('/orders/:id/invoice', api.invoice, async (ctx) => {
    const invoice = (await documentsOf(ctx)).find(({ invoiceId }) => invoiceId === null);
    if (invoice === undefined) throw new AppError('conflict', m.documents.notPaidYet());
    await send(ctx, invoice);
  });

  router.get('/orders/:id/returns/:returnId/slip', api.returnSlip, async (ctx) => {
    const { userId, role } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const returnId = pathId(ctx.params.returnId, m.returns.notFound());
    const { em } = ctx.state;
    const order = await (can(role, 'orders.read') ? findAnyOrder(em, id) : findOrder(em, userId, { id }));
    const goods = order.returns.find((each) => each.id === returnId);
    if (goods === undefined) throw new AppError('notFound', m.returns.notFound());
    if (goods.state !== 'approved') throw new AppError('conflict', m.documents.nothingToSend());
    const language = await spokenLanguage(em, order.language);
    const seller = await settings.read(em);
    const productIds = goods.lines.map(({ productId }) => productId);
    const pictures = await readThumbnails(em, storage, productIds);
    const slip = { order, sent: presentReturn(order, goods) };
    const drawing = { document: 'returnSlip', language, seller, slip, pictures } as const;
    sendPdf(ctx, `return-${slip.sent.reference}.pdf`, await draw(drawing));
  });

  router.get('/admin/order/:id/packing-slip', api.packingSlip, async (ctx) => {
    const order = await findAnyOrder(ctx.state.em, pathId(ctx.params.id, m.orders.notFound()));
    const productIds = order.lines.map(({ productId }) => productId);
    const seller = await settings.read(ctx.state.em);
    const pictures = await readThumbnails(ctx.state.em, storage, productIds);
    const drawing = { document: 'packingSlip', language: currentCode(), order, seller, pictures } as const;
    sendPdf(ctx, `packing-slip-${order.number}.pdf`, await draw(drawing));
  });

  return router;
}

function sendPdf(ctx: ShopContext, fileName: string, pdf: Buffer): void {
  ctx.attachment(fileName, { type: 'inline' });
  ctx.type = 'application/pdf';
  ctx.body = pdf;
}
