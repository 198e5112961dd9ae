import { beforeEach, describe, expect, test } from 'vitest';
import type { ListedWebhookView } from '#contract/integration/webhooks.ts';
import { auditTrail } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { createSecretBox } from '../../core/process/secret-box.ts';
import { addWebhook, editWebhook } from './webhooks.service.ts';

const shop = await startTestShop();
const actor = await shop.admin();
const { token, username } = actor;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });
const list = async (): Promise<ListedWebhookView[]> => (await call('GET', '/admin/webhook')).body.webhooks;
const add = (webhook: object) => call('POST', '/admin/webhook', webhook);
const edit = (id: string, changes: object) => call('PUT', `/admin/webhook/${id}`, changes);

const endpoint = { url: 'https://192.0.43.8/hooks', events: ['order.paid', 'product.updated'], isActive: true };
const SHOWN = { createdBy: username, createdAt: expect.any(String), failingSince: null, switchedOff: null };

beforeEach(() => shop.em().execute('delete from webhook'));

describe('adding an endpoint', () => {
  test('answers its secret once, and is recorded', async () => {
    const { status, body } = await add(endpoint);
    expect([status, body.message]).toEqual([200, 'Webhook added']);
    expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(body.webhook).toEqual({ _id: expect.any(String), ...endpoint, ...SHOWN });
    expect(await list()).toEqual([{ ...body.webhook, waiting: 0 }]);
    const [entry] = await auditTrail(shop.em(), body.webhook._id);
    expect(entry).toMatchObject({ action: 'webhook.added', actor: username, subjectName: endpoint.url });
    expect(entry?.changes).toMatchObject({ events: { from: null, to: 'order.paid, product.updated' } });
    expect(JSON.stringify(entry)).not.toContain(body.secret);
  });

  test('stores its secret encrypted', async () => {
    const { secret } = (await add(endpoint)).body;
    const [row] = await shop.em().execute<{ secret: string }[]>('select secret from webhook');
    expect(row?.secret).toMatch(/^sealed:/);
    expect(row?.secret).not.toContain(secret.slice(10, 30));
  });

  test('takes all events, loopback, and a name that does not resolve', async () => {
    expect((await add({ url: 'http://localhost:1/hooks', events: ['*'] })).body.webhook).toMatchObject({
      events: ['*'],
      isActive: true,
    });
    expect((await add({ ...endpoint, url: 'https://tools.invalid' })).status).toBe(200);
  });

  const wrongUrl = 'Enter a web address, such as https://example.com/webhooks';
  const wrongEvents = 'Choose from the events in the list';
  const notPublic = 'The address must be reachable from the internet';
  const httpsOnly = 'The address must start with https://';
  test.each([
    [{ url: undefined }, { url: 'Address is required' }],
    [{ url: 'tools' }, { url: wrongUrl }],
    [{ url: 'ftp://192.0.43.8' }, { url: wrongUrl }],
    [{ url: 'https://ana:secret@192.0.43.8' }, { url: wrongUrl }],
    [{ url: `https://192.0.43.8/${'x'.repeat(2000)}` }, { url: 'Address can have at most 2,000 characters' }],
    [{ url: 'https://10.0.0.1' }, { url: notPublic }],
    [{ url: 'http://169.254.169.254/latest/meta-data' }, { url: notPublic }],
    [{ url: 'https://[::ffff:10.0.0.1]' }, { url: notPublic }],
    [{ url: 'https://[64:ff9b::10.0.0.1]' }, { url: notPublic }],
    [{ events: undefined }, { events: 'Choose at least one event' }],
    [{ events: [] }, { events: 'Choose at least one event' }],
    [{ events: ['order.lost'] }, { 'events[0]': wrongEvents }],
    [{ events: ['order.paid', 'order.paid'] }, { events: wrongEvents }],
    [{ events: ['*', 'order.paid'] }, { events: 'Choose either all events or some of them' }],
    [{ isActive: 'yes' }, { isActive: 'Active must be true or false' }],
  ])('rejects %j', async (wrong, fields) => {
    const { status, body } = await add({ ...endpoint, ...wrong });
    expect([status, body.fields]).toEqual([422, fields]);
    expect(await list()).toEqual([]);
  });

  test.each([
    ['http://192.0.43.8/hooks', httpsOnly],
    ['HTTP://192.0.43.8/hooks', httpsOnly],
    ['https://127.0.0.1/hooks', notPublic],
    ['https://localhost/hooks', notPublic],
    ['https://[::1]/hooks', notPublic],
    ['https://2130706433/hooks', notPublic],
    ['https://127.1:8443/hooks', notPublic],
  ])('rejects %s in production', async (url, message) => {
    const rules = { secrets: createSecretBox(null), addresses: { allowsLoopback: false }, httpsOnly: true };
    const input = { url, events: ['*' as const], isActive: true };
    await expect(addWebhook(shop.em(), rules, actor, input)).rejects.toMatchObject({ fields: { url: message } });
    const { webhook } = (await add(endpoint)).body;
    const edited = editWebhook(shop.em(), rules, actor, webhook._id, { url });
    await expect(edited).rejects.toMatchObject({ fields: { url: message } });
    expect(await list()).toEqual([expect.objectContaining({ url: endpoint.url })]);
  });

  test('stops at 20, also when several arrive at once', async () => {
    const responses = await Promise.all(Array.from({ length: 22 }, () => add(endpoint)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('The shop can have up to 20 webhooks');
  });
});

describe('editing an endpoint', () => {
  test('keeps absent fields, and is recorded', async () => {
    const { _id } = (await add(endpoint)).body.webhook;
    const { status, body } = await edit(_id, { isActive: false });
    expect([status, body.message]).toEqual([200, 'Webhook updated']);
    expect(body.webhook).toEqual({ _id, ...endpoint, ...SHOWN, isActive: false });
    await edit(_id, { url: 'https://192.0.43.9', events: ['*'] });
    expect(await list()).toMatchObject([{ url: 'https://192.0.43.9', events: ['*'], isActive: false }]);
    const entries = await auditTrail(shop.em(), _id);
    expect(entries.map(({ action }) => action).sort()).toEqual(['webhook.added', 'webhook.edited', 'webhook.edited']);
  });

  test('without a change records nothing', async () => {
    const { _id } = (await add(endpoint)).body.webhook;
    expect((await edit(_id, { ...endpoint, events: endpoint.events.toReversed() })).status).toBe(200);
    expect(await auditTrail(shop.em(), _id)).toHaveLength(1);
  });

  test('that switches it on again forgets why it was off', async () => {
    const { _id } = (await add(endpoint)).body.webhook;
    await shop
      .em()
      .execute(
        `update webhook set is_active = false, switched_off = 'failing', failing_since = now() - interval '6 days'`,
      );
    expect(await list()).toMatchObject([{ switchedOff: 'failing', failingSince: expect.any(String) }]);
    expect((await edit(_id, { isActive: true })).body.webhook).toMatchObject({ switchedOff: null, failingSince: null });
  });

  test('rejects what adding rejects', async () => {
    const { _id } = (await add(endpoint)).body.webhook;
    expect((await edit(_id, { url: 'https://10.0.0.1' })).status).toBe(422);
    expect((await edit(_id, { events: [] })).status).toBe(422);
    expect((await edit(UNKNOWN, { isActive: false })).status).toBe(404);
  });
});

test('deleting an endpoint is recorded, and it is gone', async () => {
  const { _id } = (await add(endpoint)).body.webhook;
  const { status, body } = await call('DELETE', `/admin/webhook/${_id}`);
  expect([status, body.message]).toEqual([200, 'Webhook deleted']);
  expect(await list()).toEqual([]);
  for (const [method, path] of [
    ['DELETE', `/admin/webhook/${_id}`],
    ['POST', `/admin/webhook/${_id}/test`],
    ['POST', `/admin/webhook/${_id}/rotate`],
    ['GET', `/admin/webhook/${_id}/deliveries`],
    ['POST', `/admin/webhook-delivery/${UNKNOWN}/replay`],
  ] as const) {
    expect((await call(method, path)).status).toBe(404);
  }
  const entries = await auditTrail(shop.em(), _id);
  expect(entries.map(({ action }) => action).sort()).toEqual(['webhook.added', 'webhook.deleted']);
});

test('a new secret is answered once, and is recorded', async () => {
  const { webhook, secret } = (await add(endpoint)).body;
  const { status, body } = await call('POST', `/admin/webhook/${webhook._id}/rotate`);
  expect([status, body.message]).toEqual([200, 'New secret created. The old one keeps signing for 24 hours.']);
  expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(body.secret).not.toBe(secret);
  expect(body.webhook).toEqual(webhook);
  const entries = await auditTrail(shop.em(), webhook._id);
  expect(entries.map(({ action }) => action)).toContain('webhook.secretRotated');
  expect(JSON.stringify(await list())).not.toContain('whsec_');
});

test('an endpoint whose author is deleted stays', async () => {
  const author = await shop.staff('admin');
  const { body } = await shop.call('POST', '/admin/webhook', { token: author.token, body: endpoint });
  expect(body.webhook.createdBy).toBe(author.username);
  await shop.em().execute('delete from user_account where id = ?', [author.userId]);
  expect(await list()).toMatchObject([{ _id: body.webhook._id, createdBy: null }]);
});

test.each(['user', 'support', 'orders', 'catalogue'] as const)('is not for %s', async (role) => {
  const { token } = await shop.staff(role);
  expect((await shop.call('GET', '/admin/webhook', { token })).status).toBe(403);
});
