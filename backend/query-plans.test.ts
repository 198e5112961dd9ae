import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fillTables, idOf } from '../testing/data/many-rows.ts';
import { watchPlans } from '../testing/plans.ts';
import { PASSWORD } from '../testing/shop/api.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { eventJobs, scheduledJobs } from '../workers/jobs/index.ts';
import { type EventJobs, jobsOutside, jobsSubscribedTo, type ScheduledJob } from '../workers/jobs/job.ts';
import { expiringQueues } from '../workers/queues/settings.ts';
import type { EventMap, EventName } from './core/events/events.ts';
import { countGivenUp, removeFailed } from './core/events/failed-events.ts';
import { enqueueForgotten, enqueueWaiting, relayLag } from './core/events/outbox.ts';
import { newId } from './core/ids.ts';
import { createMailer } from './core/mail/mailer.ts';
import { reconciliationLag } from './modules/payments/settlement/reconciliation.service.ts';
import { openSettings } from './modules/settings/shop-settings.ts';
import { describedRoutes } from './openapi/routes.ts';

const shop = await startTestShop({ apis: 1 });
const { storage, payments: provider, url: publicUrl } = shop;
const admin = await shop.admin();
const shopper = await shop.newAccount();
const wholeReads = await watchPlans(shop.database, await fillTables(shop.em()));

/** Reads that answer with the whole table, or with its size. */
const wholeAnswers = new Set(['/admin/product/export', '/admin/order/export', '/admin/statistics', '/admin/duty']);

/** Every other read of the API: its first page, or the row with an id that every table has. */
const reads = describedRoutes()
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path.replace('/api/v1', ''))
  .filter((path) => !wholeAnswers.has(path))
  .map((path) => `${path.replaceAll(/:\w+/g, idOf(7))}?page=1`);

/** Reads that filter or sort what they answer. */
const choices = [
  '/products?category=category-2&sort=rating&page=3',
  '/products?search=product%2077',
  '/products?search=prodct%2077',
  '/products/suggestions?search=product%2077',
  '/admin/product?page=1&search=1234&sort=price',
  '/admin/product?page=1&sort=title',
  '/admin/product?page=1&sort=rating&direction=desc',
  '/admin/product?page=1&sort=stock&direction=asc',
  '/admin/product?page=1&sort=stock&direction=desc',
  `/admin/product?page=1&categoryId=${idOf(7)}&family=Walkman`,
  `/admin/product/families?categoryId=${idOf(7)}`,
  '/admin/user?page=1&search=shopper1234',
  '/admin/user?page=1&role=support',
  '/admin/order?page=1&search=shopper1234%40example.com',
  '/admin/order?page=1&search=product%201234',
  '/admin/order?page=1&search=%2B381%2060%201234%20567',
  '/admin/order?page=1&search=JD0046001234',
  '/admin/order?page=1&search=1234',
  '/admin/order?page=1&state=pending',
  '/admin/order?page=1&fulfilment=open',
  '/comment?page=1&search=fine%201234',
  '/comment?page=1&status=waiting',
  '/admin/audit?page=1&search=1234',
  '/admin/product?page=1&search=p-r%20%C3%B3duct%2012-34',
  '/admin/user?page=1&search=sh%C3%B2pper-1234',
  '/admin/order?page=1&search=pr%C3%B2duct-1234',
  '/comment?page=1&search=f%C3%ACne-1234',
  '/admin/audit?page=1&search=pr%C3%B2duct-1234',
];

const credentials = { email: 'ada@example.com', password: PASSWORD };
const items = [{ productId: idOf(9), count: 1 }];

/** Writes, whose triggers and foreign keys read too. */
const writes: [call: string, body?: object, token?: string][] = [
  ['POST /user/register', { ...credentials, username: 'ada' }],
  ['POST /user/login', credentials],
  ['PATCH /products/single', { productId: idOf(9), productRate: 5 }, shopper.token],
  ['POST /comment', { author: '', content: 'Fine', productId: idOf(9), productTitle: '' }, shopper.token],
  ['POST /payment/quote', { currency: 'EUR', items }],
  ['POST /payment', { currency: 'EUR', amount: 1.09, items }, shopper.token],
  ['PUT /admin/product', { id: idOf(11), stock: 39, stockWas: 40 }, admin.token],
  [`DELETE /admin/product/${idOf(9)}`, undefined, admin.token],
  [`DELETE /admin/user/${idOf(9)}`, undefined, admin.token],
];

const log = pino({ level: 'silent' });
const mailer = createMailer(shop.mailbox.smtpUrl, publicUrl);
/** Days; nothing is older. */
const retention = { carts: 3650, logs: 3650, audit: 3650, webhooks: 3650 };
const services = {
  storage,
  mailer,
  provider,
  publicUrl,
  settings: openSettings({}),
  drawTexts: async () => [],
  // The documents of the rows show nothing.
  drawDocument: async () => Buffer.from('%PDF'),
  orderExpirySeconds: 1800,
  retention,
  log,
};
const removeFailures = (olderThan: number) =>
  removeFailed(shop.em(), jobsOutside(eventJobs, expiringQueues), olderThan);

/** What the workers do again and again, besides their schedules. */
const upkeep: Record<string, () => Promise<unknown>> = {
  'relays events': () => enqueueWaiting(shop.em(), 100, async () => {}),
  'looks for lost jobs': () => enqueueForgotten(shop.em(), 60_000, 100, async () => 0),
  'measures the relay': () => relayLag(shop.em()),
  'counts failed events': () => countGivenUp(shop.em()),
  'measures the reconciliation': () => reconciliationLag(shop.em()),
};

async function answer(path: string): Promise<void> {
  const token = path.startsWith('/user/') || path.startsWith('/orders') ? shopper.token : admin.token;
  const { status, body } = await shop.call('GET', path, { token });
  expect(status, body.message).toBeLessThan(500);
}

test.each([...reads, ...choices])('GET %s reads no whole table', async (path) => {
  expect(await wholeReads(() => answer(path))).toEqual([]);
});

test.each(writes)('%s reads no whole table', async (call, body, token) => {
  const [method = '', path = ''] = call.split(' ');
  const write = async () => expect(await shop.call(method, path, { token, body })).toMatchObject({ status: 200 });
  expect(await wholeReads(write)).toEqual([]);
});

test.each(Object.entries<ScheduledJob>(scheduledJobs))('the schedule %s reads no whole table', async (_, job) => {
  expect(await wholeReads(() => job.run({ ...services, em: shop.em(), removeFailures }))).toEqual([]);
});

test.each(Object.entries(upkeep))('what %s reads no whole table', async (_, run) => {
  expect(await wholeReads(run)).toEqual([]);
});

/** What the jobs of events are about. Files and new users are in no table of fillTables. */
const happened: Partial<EventMap> = {
  'product.rated': { productId: idOf(11) },
  'product.created': { categoryId: idOf(11) },
  'product.offerEnded': { productIds: [idOf(11)], endedAt: new Date().toISOString() },
  'order.paid': { orderId: idOf(11) },
  'order.shipped': { orderId: idOf(11), shipmentId: idOf(11) },
  'order.refunded': { orderId: idOf(11) },
  'order.canceled': { orderId: idOf(11), amount: 1 },
  'order.mailResendRequested': { orderId: idOf(11), resendId: idOf(11) },
  'order.disputed': { orderId: idOf(11) },
  'order.refundFailed': { orderId: idOf(11), amount: 1, total: 1, refundIds: [idOf(11)] },
  'order.refundRequested': { orderId: idOf(11) },
  'order.expired': { orderId: idOf(11) },
  'payment.eventReceived': { eventId: 'evt_11' },
  'stock.low': { productId: idOf(11), noticeId: idOf(11) },
  'user.passwordResetRequested': { requestId: idOf(11) },
};

test.each(Object.entries(happened))('the job of %s reads no whole table', async (event, payload) => {
  const jobs: EventJobs = eventJobs;
  const names = jobsSubscribedTo(jobs, event as EventName);
  expect(names).not.toHaveLength(0);
  for (const name of names) {
    const stored = { id: newId(), name: event as EventName, payload };
    const run = async () => jobs[name]?.run({ ...services, em: shop.em(), removeFailures }, payload, stored);
    expect(await wholeReads(run)).toEqual([]);
  }
});
