import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import * as yup from 'yup';
import { describeCalls, describedCalls } from './calls.ts';
import { createRouter, type ShopState } from './http.ts';

test('a body is validated once, however often the route reads it', async () => {
  let validations = 0;
  const body = yup.object({
    name: yup.string().test('counted', 'counted', () => {
      validations += 1;
      return true;
    }),
  });
  const api = describeCalls('Test', { send: { summary: 'Send a name', body, response: 'Success' } });
  const router = createRouter();
  router.post('/', api.send, (ctx) => {
    const { input } = ctx.state;
    input.name = 'changed';
    ctx.body = { status: 'success' };
    expect(ctx.state.input).toBe(input);
  });
  const app = new Koa<ShopState>();
  app.use((ctx, next) => {
    ctx.state.confirmAccess = async () => {};
    return next();
  });
  app.use(router.routes());
  const server = app.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: '{"name":"Ada"}' });
    expect([response.status, validations]).toEqual([200, 1]);
  } finally {
    server.close();
    // Other tests of this process compare the descriptions with the routes of the shop.
    describedCalls.delete(api.send);
  }
});
