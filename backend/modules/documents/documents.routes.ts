import { can } from '#contract/capabilities.ts';
import { currentCode, m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopContext } from '../../core/http/http.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { readThumbnails } from '../catalogue/images/thumbnails.ts';
import { findAnyOrder } from '../orders/dashboard/orders.admin.queries.ts';
import { findOrder } from '../orders/orders.queries.ts';
import { spokenLanguage } from '../settings/settings.queries.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { openDrawing } from './drawing-threads.ts';

const api = describeCalls('Orders', {
  invoice: {
    summary: 'Read the invoice of an order',
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

  router.get('/orders/:id/invoice', api.invoice, async (ctx) => {
    const { userId, role } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const { em } = ctx.state;
    const order = await (can(role, 'orders.read') ? findAnyOrder(em, id) : findOrder(em, userId, { id }));
    if (order.state !== 'paid' && order.state !== 'refunded') {
      throw new AppError('conflict', m.documents.notPaidYet());
    }
    const language = await spokenLanguage(em, order.language);
    const seller = await settings.read(em);
    sendPdf(ctx, `invoice-${order.number}.pdf`, await draw({ document: 'invoice', language, order, seller }));
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
  ctx.type = 'application/pdf';
  ctx.set('Content-Disposition', `inline; filename="${fileName}"`);
  ctx.body = pdf;
}
