import type Router from '@koa/router';
import { editWebhookInput, webhookInput } from '#contract/integration/webhooks.input.ts';
import { deliveryColumns, FORMER_SECRET_HOURS } from '#contract/integration/webhooks.ts';
import { m } from '#messages';
import { readTableQuery } from '../../core/database/table.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { tableParameters } from '../../core/http/parameters.ts';
import { replayDelivery, sendTest } from './deliveries.service.ts';
import { listDeliveries, listWebhooks } from './webhooks.queries.ts';
import { addWebhook, deleteWebhook, editWebhook, rotateSecret, type WebhookRules } from './webhooks.service.ts';

const { search: _, ...deliveryParameters } = tableParameters(deliveryColumns);

const api = describeCalls('Webhooks', {
  list: { summary: 'List endpoints', access: 'integrations.manage', response: 'Webhooks' },
  add: {
    summary: 'Add an endpoint',
    access: 'integrations.manage',
    isDangerous: true,
    body: webhookInput,
    response: 'WebhookSecret',
    secrets: ['secret'],
    errors: ['conflict'],
  },
  edit: {
    summary: 'Edit an endpoint',
    access: 'integrations.manage',
    isDangerous: true,
    body: editWebhookInput,
    response: 'WebhookSaved',
  },
  delete: { summary: 'Delete an endpoint', access: 'integrations.manage', isDangerous: true, response: 'Done' },
  test: { summary: 'Send a test event to an endpoint', access: 'integrations.manage', response: 'WebhookQueued' },
  rotate: {
    summary: 'Give an endpoint a new secret',
    access: 'integrations.manage',
    isDangerous: true,
    response: 'WebhookSecret',
    secrets: ['secret'],
  },
  deliveries: {
    summary: 'List what was sent to an endpoint',
    access: 'integrations.manage',
    query: deliveryParameters,
    response: 'WebhookDeliveries',
  },
  replay: {
    summary: 'Send a delivery again',
    access: 'integrations.manage',
    response: 'WebhookQueued',
  },
});

/** The endpoints of a merchant's tools, for the dashboard. */
export function webhooksAdminRoutes(rules: WebhookRules): Router<ShopState> {
  const router = createRouter();
  const idOf = (ctx: { params: Record<string, string> }) => pathId(ctx.params.id, m.webhooks.notFound());

  router.get('/admin/webhook', api.list, async (ctx) => {
    ctx.body = { status: 'success', webhooks: await listWebhooks(ctx.state.em) };
  });

  router.post('/admin/webhook', api.add, async (ctx) => {
    const added = await addWebhook(ctx.state.em, rules, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.webhooks.added(), ...added };
  });

  router.put('/admin/webhook/:id', api.edit, async (ctx) => {
    const webhook = await editWebhook(ctx.state.em, rules, requireCaller(ctx), idOf(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.webhooks.updated(), webhook };
  });

  router.delete('/admin/webhook/:id', api.delete, async (ctx) => {
    await deleteWebhook(ctx.state.em, requireCaller(ctx), idOf(ctx));
    ctx.body = { status: 'success', message: m.webhooks.deleted() };
  });

  router.post('/admin/webhook/:id/test', api.test, async (ctx) => {
    const webhookId = await sendTest(ctx.state.em, idOf(ctx));
    ctx.body = { status: 'success', message: m.webhooks.testQueued(), webhookId };
  });

  router.post('/admin/webhook/:id/rotate', api.rotate, async (ctx) => {
    const rotated = await rotateSecret(ctx.state.em, rules, requireCaller(ctx), idOf(ctx));
    ctx.body = { status: 'success', message: m.webhooks.rotated({ hours: FORMER_SECRET_HOURS }), ...rotated };
  });

  router.get('/admin/webhook/:id/deliveries', api.deliveries, async (ctx) => {
    const query = readTableQuery(ctx, deliveryColumns, { sort: 'date', direction: 'desc', page: 1, hasSearch: false });
    ctx.body = { status: 'success', ...(await listDeliveries(ctx.state.em, idOf(ctx), query)) };
  });

  router.post('/admin/webhook-delivery/:id/replay', api.replay, async (ctx) => {
    const id = pathId(ctx.params.id, m.webhooks.deliveryNotFound());
    const webhookId = await replayDelivery(ctx.state.em, requireCaller(ctx), id);
    ctx.body = { status: 'success', message: m.webhooks.replayed(), webhookId };
  });

  return router;
}
