import type Router from '@koa/router';
import { apiKeyInput } from '#contract/integration/api-keys.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { addApiKey, deleteApiKey, listApiKeys } from './api-keys.service.ts';

const api = describeCalls('Integrations', {
  list: { summary: 'List the API keys', access: 'integrations.manage', response: 'ApiKeys' },
  add: {
    summary: 'Add an API key',
    access: 'integrations.manage',
    isDangerous: true,
    body: apiKeyInput,
    response: 'ApiKeyAdded',
    secrets: ['secret'],
    errors: ['conflict'],
  },
  delete: { summary: 'Delete an API key', access: 'integrations.manage', isDangerous: true, response: 'Done' },
});

/** The keys by which other programs call the API. */
export function apiKeysRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/api-key', api.list, async (ctx) => {
    ctx.body = { status: 'success', apiKeys: await listApiKeys(ctx.state.em) };
  });

  router.post('/admin/api-key', api.add, async (ctx) => {
    const { apiKey, secret } = await addApiKey(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.apiKeys.added(), apiKey, secret };
  });

  router.delete('/admin/api-key/:id', api.delete, async (ctx) => {
    await deleteApiKey(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.apiKeys.notFound()));
    ctx.body = { status: 'success', message: m.apiKeys.deleted() };
  });

  return router;
}
