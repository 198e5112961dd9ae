import type { Page } from '@playwright/test';
import { confirmEmail, readMail } from '../../testing/data/mails.ts';
import { emitEvent } from '../../testing/shop/events.ts';
import { addApp } from '../../testing/shop/second-factors.ts';
import { expectAccessible } from './accessible.ts';
import type { Account, Shop } from './shop.ts';
import { expect, test } from './test.ts';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const delivery = { name: 'Ada Ilić', address: `${LONG} 1`, city: 'Novi Sad', postCode: '21000', country: 'RS' };

/** A paid order of two laptops and a cable, with a discount, delivered to an address. */
async function placeDelivered(shop: Shop, shopper: Account) {
  const categoryId = await shop.addCategory();
  const laptop = await shop.addProductOnly({ title: `Laptop ${LONG}`, price: 1299, stock: 7, categoryId });
  const cable = await shop.addProductOnly({ title: 'USB-C cable', price: 0.5, categoryId });
  const code = `code-${crypto.randomUUID().slice(0, 8)}`;
  const method = { code, name: 'Courier', price: 5, minDays: 1, maxDays: 3 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  await shop.callAsAdmin('POST', '/admin/discount', { code, percent: 10 });
  const items = [
    { productId: laptop, count: 2 },
    { productId: cable, count: 1 },
  ];
  const body = { items, currency: 'RSD', shippingMethod: code, discountCode: code, country: 'RS' };
  const { amount } = (await shop.call('POST', '/payment/quote', { token: shopper.token, body })).body;
  const order = { ...body, amount, delivery, note: 'Please ring twice.' };
  const { orderId, number, clientSecret } = (await shop.call('POST', '/payment', { token: shopper.token, body: order }))
    .body;
  await shop.pay({ id: orderId, number, clientSecret });
  await expect.poll(async () => (await shop.readOrder({ number })).state).toBe('paid');
  return { orderId, laptop };
}

/** Removes a comment of an account that was reported. */
async function decideOnReport(shop: Shop, author: Account, email = ''): Promise<void> {
  const productId = await shop.addProductOnly({ title: `Laptop ${LONG}` });
  await shop.addComment(productId, 'Rude words', { author, approved: true });
  const [comment] = await shop.comments(productId);
  await shop.call('POST', `/comment/${comment?._id}/report`, { body: { reason: 'An insult', email } });
  const { reports } = await shop.callAsAdmin('GET', '/admin/comment-report?status=open');
  const report = reports.find(({ commentId }: { commentId: string }) => commentId === comment?._id);
  const decision = { decision: 'removed', reason: `It breaks our rules.\n${LONG}` };
  await shop.callAsAdmin('PATCH', `/admin/comment-report/${report._id}`, decision);
}

/** Every mail: what causes it, its receiver and its subject. */
const mails: Record<string, (shop: Shop, shopper: Account) => Promise<[to: string, subject: RegExp]>> = {
  'an order confirmation': async (shop, shopper) => {
    await placeDelivered(shop, shopper);
    return [shopper.email, /is confirmed/];
  },
  'a shipment notice': async (shop, shopper) => {
    const { orderId, laptop } = await placeDelivered(shop, shopper);
    await shop.callAsAdmin('POST', `/admin/order/${orderId}/shipment`, {
      carrier: 'DHL',
      trackingNumber: '00340434161094042557',
      trackingUrl: 'https://track.example.com/?number=00340434161094042557',
      lines: [{ productId: laptop, count: 1 }],
    });
    return [shopper.email, /is on its way/];
  },
  'a refund notice': async (shop, shopper) => {
    const { orderId, laptop } = await placeDelivered(shop, shopper);
    const lines = [{ productId: laptop, count: 1 }];
    await shop.callAsAdmin('POST', `/admin/order/${orderId}/refund`, { lines, reason: 'Broken', restock: false });
    return [shopper.email, /^Your refund/];
  },
  'a cancellation': async (shop, shopper) => {
    const { orderId } = await placeDelivered(shop, shopper);
    await shop.call('POST', `/orders/${orderId}/cancel`, { token: shopper.token });
    return [shopper.email, /is canceled/];
  },
  'an acknowledgement of a withdrawal': async (shop, shopper) => {
    const statement = {
      orderNumber: '1001',
      name: `Ada ${LONG}`,
      email: shopper.email,
      items: LONG,
      note: 'Too large',
    };
    await shop.call('POST', '/withdrawal', { body: statement });
    return [shopper.email, /^We've received your withdrawal/];
  },
  'how to send back a return': async (shop, shopper) => {
    const { orderId } = await placeDelivered(shop, shopper);
    await shop.callAsAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'DHL' });
    await shop.call('POST', `/orders/${orderId}/withdrawal`, { token: shopper.token, body: {} });
    return [shopper.email, /^How to send your items back/];
  },
  'a notice of a dispute': async (shop, shopper) => {
    const order = await shop.placeOrder(await shop.addProduct(), shopper);
    await shop.pay(order);
    await expect.poll(async () => (await shop.readOrder(order)).state).toBe('paid');
    await emitEvent(shop.databaseUrl, 'order.disputed', { orderId: order.id });
    return [shop.admin.email, new RegExp(`order ${order.number} is disputed`)];
  },
  'a notice of a failed refund': async (shop, shopper) => {
    const { orderId, laptop } = await placeDelivered(shop, shopper);
    const refund = { lines: [{ productId: laptop, count: 1 }], reason: 'Broken', restock: true };
    const { order } = await shop.callAsAdmin('POST', `/admin/order/${orderId}/refund`, refund);
    const failure = { orderId, amount: 10_000, total: 10_000, refundIds: [order.refunds[0]._id] };
    await emitEvent(shop.databaseUrl, 'order.refundFailed', failure);
    return [shop.admin.email, new RegExp(`^A refund of order ${order.number} has failed`)];
  },
  'a notice of low stock': async (shop, shopper) => {
    const { laptop } = await placeDelivered(shop, shopper);
    const { title } = await shop.readProduct(laptop);
    return [shop.admin.email, new RegExp(`^Low stock: ${title}`)];
  },
  'a change of second factors': async (shop, shopper) => {
    await confirmEmail(shop.call, shop.mailboxUrl, shopper.email);
    await addApp(shop.call, shopper);
    return [shopper.email, /two-step login changed/];
  },
  'a reset link': async (shop, { email }) => {
    await shop.call('POST', '/user/forgotPassword', { body: { email } });
    return [email, /^Reset your password/];
  },
  'a warning about guessed passwords': async (shop, { email, token }) => {
    await confirmEmail(shop.call, shop.mailboxUrl, email);
    const { user } = (await shop.call('GET', '/user/getSingleUser', { token })).body;
    await emitEvent(shop.databaseUrl, 'user.loginAttacked', { userId: user._id, warningId: crypto.randomUUID() });
    return [email, /^Someone is trying to log in/];
  },
  'a link that confirms an email': async (_shop, { email }) => [email, /^Confirm your email/],
  'a notice of a changed password': async (shop, account) => {
    await confirmEmail(shop.call, shop.mailboxUrl, account.email);
    const newPassword = 'battery staple';
    const body = { currentPassword: account.password, newPassword, confirmPassword: newPassword };
    await shop.call('PATCH', '/user/changePassword', { token: account.token, body });
    return [account.email, /^Your password was changed/];
  },
  'a decision on a reported comment': async (shop, account) => {
    await confirmEmail(shop.call, shop.mailboxUrl, account.email);
    await decideOnReport(shop, account);
    return [account.email, /^We removed your comment/];
  },
  'a decision on a report': async (shop, account) => {
    const email = `reporter-${crypto.randomUUID()}@example.com`;
    await decideOnReport(shop, account, email);
    return [email, /^We removed the comment you reported/];
  },
  'a notice of a webhook that is switched off': async (shop) => {
    const webhook = { url: `http://127.0.0.1:1/${LONG}`, events: ['webhook.test'], isActive: false };
    const { webhook: added } = await shop.callAsAdmin('POST', '/admin/webhook', webhook);
    const noticeId = crypto.randomUUID();
    await emitEvent(shop.databaseUrl, 'webhook.switchedOff', { webhookId: added._id, noticeId, reason: 'failing' });
    return [shop.admin.email, /^We switched off a webhook/];
  },
  'a notice of a changed role': async (shop, account) => {
    await confirmEmail(shop.call, shop.mailboxUrl, account.email);
    await shop.callAsAdmin('PUT', '/admin/user', { email: account.email, role: 'admin' });
    return [account.email, /^Your role has changed/];
  },
};

/** Shows a mail as its reader sees it. Not from the mailbox, whose pages allow no scripts, so not axe either. */
async function show(page: Page, shop: Shop, [to, subject]: [to: string, subject: RegExp]): Promise<void> {
  await page.setContent((await readMail(shop.mailboxUrl, to, subject)).html);
}

for (const [name, send] of Object.entries(mails)) {
  test(`${name} is accessible in both themes, on phones and on desktops`, async ({ page, shop }) => {
    await show(page, shop, await send(shop, await shop.register()));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, name, [390, 700]);
  });
}

test('a mail about an order carries the pictures of its products', async ({ page, shop, product }) => {
  const shopper = await shop.newAccount();
  const order = await shop.placeOrder(product, shopper);
  await shop.pay(order);
  await show(page, shop, [shopper.email, /is confirmed/]);
  await expect(page.getByText(`2 × ${product.title}`)).toBeVisible();
  const picture = page.locator('.items img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('a mail in the dark theme has dark surfaces', async ({ page, shop }) => {
  const { email } = await shop.newAccount();
  await shop.call('POST', '/user/forgotPassword', { body: { email } });
  await page.emulateMedia({ colorScheme: 'dark' });
  await show(page, shop, [email, /^Reset your password/]);
  for (const selector of ['body', '[role=article]', '.surface']) {
    await expect(page.locator(selector).first()).toHaveCSS('background-color', /^rgb\((14, 16, 18|24, 27, 30)\)$/);
  }
});
