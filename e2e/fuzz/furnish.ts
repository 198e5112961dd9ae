import { productForm } from '../../testing/data/catalogue.ts';
import { latestLinks, tokenIn } from '../../testing/data/mails.ts';
import { type Call, PASSWORD } from '../../testing/shop/api.ts';
import { addPasskey, codeOf } from '../../testing/shop/second-factors.ts';
import type { Callers } from './callers.ts';
import type { Known } from './known.ts';
import type { Samples } from './pictures.ts';
import type { FuzzedShop } from './shop.ts';

type Deps = { call: Call; callers: Callers; known: Known; samples: Samples; shop: FuzzedShop };

/** Adds one of everything, so that calls of every kind can succeed, and learns it. */
export async function furnish(deps: Deps): Promise<void> {
  const { callers, known, shop } = deps;
  const admin = async (method: string, path: string, options?: Parameters<Call>[2]) => {
    const body = await callers.asRoot(method, path, options);
    known.learn(body);
    return body;
  };
  const name = crypto.randomUUID().slice(0, 8);
  const { categoryId } = await admin('POST', '/admin/category', { body: { categoryName: `Fuzz ${name}` } });
  for (const [code, type] of [
    ['colour', 'text'],
    ['weight', 'number'],
  ]) {
    await admin('POST', '/admin/attribute', { body: { categoryId, code, name: code, type, isFilterable: true } });
  }
  const product = {
    title: `Lamp ${name}`,
    description: 'Bright',
    price: 12.5,
    categoryId,
    attributes: { colour: 'red' },
  };
  const { productId } = await admin('POST', '/admin/product', { form: productForm(product, deps.samples.png) });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(deps.samples.jpeg)]), 'picture.jpg');
  await admin('POST', `/admin/product/${productId}/images`, { form });
  await admin('GET', `/admin/product/${productId}`);
  await admin('POST', '/admin/discount', { body: { code: `OFF${name}`, percent: 10 } });
  const method = { code: `post-${name}`, name: 'Post', price: 5, minDays: 1, maxDays: 3 };
  await admin('POST', '/admin/shipping-method', { body: method });
  // A case may have switched off what orders need.
  const { shippingMethods } = await admin('GET', '/admin/shipping-method');
  const pickup = shippingMethods.find(({ code }: { code: string }) => code === 'pickup');
  await admin('PUT', `/admin/shipping-method/${pickup._id}`, { body: { isActive: true } });
  await reviewEarlierOrder(deps);
  await addOrders(deps, productId, method.code);
  await addFactors(deps);
  const terms = { language: 'en', title: 'Terms', body: `Clause ${name}` };
  await admin('POST', '/admin/page/terms/publish', { body: terms });
  await admin('GET', '/admin/page');
  for (const path of [
    '/comment?pageSize=5&page=1',
    '/admin/comment-report?pageSize=5&page=1',
    '/admin/user?pageSize=20&page=1',
  ]) {
    await admin('GET', path);
  }
  await reportComment(deps);
  await learnTokens(shop.mailboxUrl, known);
}

/** Learns an earlier order with its mails, which are sent by now, and a note of the admin, who alone may delete it. */
async function reviewEarlierOrder({ call, callers, known }: Deps): Promise<void> {
  const orderId = known.value('order id', 0);
  if (orderId === undefined) return;
  const token = (await callers.token('admin')) ?? '';
  await call('POST', `/admin/order/${orderId}/note`, { token, body: { text: 'Call first' } });
  known.learn(await callers.asRoot('GET', `/admin/order/${orderId}`));
}

const delivery = { name: 'Ana', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };

/** Approves the latest comment, and reports it. It is picked first, since others can't be reported. */
async function reportComment({ call, callers, known }: Deps): Promise<void> {
  const [comment] = (await callers.asRoot('GET', '/comment?sort=date&pageSize=1')).allComments;
  if (comment === undefined) return;
  known.learn(await callers.asRoot('PATCH', '/comment', { body: { commentId: comment._id, status: true } }));
  await call('POST', `/comment/${comment._id}/report`, { body: { reason: 'Rude' } });
}

/** Rates a product, and orders it: to pay later, to collect, and to be delivered, of which one is sent back. */
async function addOrders(deps: Deps, productId: string, shippingMethod: string): Promise<void> {
  const { callers, known, shop } = deps;
  const user = await asUser(deps);
  await user('POST', '/comment', { productId, content: 'Bright indeed' });
  const orders = [
    { count: 1, amount: 12.5, isPaid: false },
    { count: 2, amount: 25, isPaid: true },
    { count: 3, amount: 42.5, isPaid: true, shippingMethod, delivery },
  ];
  for (const { count, isPaid, ...order } of orders) {
    const { clientSecret, orderId } = await user('POST', '/payment', {
      items: [{ productId, count }],
      currency: 'EUR',
      ...order,
    });
    // The account may be over or have used up its payments: the next one orders.
    if (clientSecret === undefined) return callers.replace('user');
    const paymentIntent = clientSecret.replace(/_secret_.*/, '');
    if (isPaid) {
      const card = { payment_method: 'pm_card_visa', return_url: 'http://localhost' };
      await shop.provider.paymentIntents.confirm(paymentIntent, card);
      await user('POST', '/payment/return', { paymentIntent });
    }
    if (shippingMethod === order.shippingMethod) await sendBack(deps, orderId, productId);
    known.learn(await callers.asRoot('GET', `/admin/order/${orderId}`));
  }
}

/** Ships an order, and asks to return units of it: one by a statement, and one that stays to be decided. */
async function sendBack(deps: Deps, orderId: string, productId: string): Promise<void> {
  const { call, callers, known } = deps;
  const user = await asUser(deps);
  const lines = [{ productId, count: 1 }];
  await callers.asRoot('POST', `/admin/order/${orderId}/shipment`, { body: { carrier: 'DHL' } });
  await user('POST', `/orders/${orderId}/withdrawal`, { lines });
  await user('POST', `/orders/${orderId}/returns`, { lines, reason: 'defective', wants: 'repair', note: '' });
  await call('POST', '/withdrawal', { body: { orderNumber: 'The lamp', name: 'Ada', email: 'ada@example.com' } });
  for (const path of ['/admin/return?page=1', '/admin/withdrawal?page=1'])
    known.learn(await callers.asRoot('GET', path));
}

/** Calls as the current shopper, and learns from what succeeds. */
async function asUser({ call, callers, known }: Deps) {
  const token = (await callers.token('user')) ?? '';
  return async (method: string, path: string, body?: object) => {
    const response = await call(method, path, { token, ...(body && { body }) });
    if (response.status === 200) known.learn(response.body);
    return response.body;
  };
}

/** Gives the shopper a passkey, an authenticator app, a login half done, and a reset of their password. */
async function addFactors(deps: Deps): Promise<void> {
  const { call, callers, known, shop } = deps;
  const user = await asUser(deps);
  await addPasskey(call, shop.url, { token: (await callers.token('user')) ?? '' }).catch(() => {});
  const { secret } = await user('POST', '/user/factors/app');
  // A session that is over adds none.
  if (secret === undefined) return callers.replace('user');
  await user('PUT', '/user/factors/app', { code: codeOf(secret) });
  await user('GET', '/user/factors');
  const email = known.value('own email', 0);
  const { secondFactor } = await user('POST', '/user/login', { email, password: PASSWORD });
  if (secondFactor !== undefined) known.add('login challenge', secondFactor.challenge);
  await user('POST', '/user/forgotPassword', { email });
}

/** Learns the tokens in the latest mails, for the calls that take them. */
async function learnTokens(mailboxUrl: string, known: Known): Promise<void> {
  for (const [page, call] of [
    ['resetPassword', 'resetPassword'],
    ['verify', 'verifyEmail'],
  ] as const) {
    const links = await latestLinks(mailboxUrl, page, 5);
    for (const link of links.reverse()) known.add(`${call} token`, tokenIn(link));
  }
}
