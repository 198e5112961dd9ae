import { beforeAll, expect, test } from 'vitest';
import { addProduct } from '../testing/data/catalogue.ts';
import { addPastOrder } from '../testing/data/past-orders.ts';
import { type LoggedIn, startTestShop } from '../testing/shop/shop.ts';
import { audit } from './core/audit/audit.ts';
import { newId } from './core/ids.ts';

const TEXT = 'Žičane slušalice Wi-Fi\u00a016 GB';

const shop = await startTestShop({ apis: 1 });
let admin: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
  const { email, userId } = await shop.newAccount();
  await shop.call('PUT', '/admin/user', { token: admin.token, body: { email, lastName: TEXT } });
  const productId = await addProduct(shop.em(), shop.storage, TEXT);
  await addPastOrder(shop.em(), { userId, state: 'paid', lines: [{ title: TEXT, unitPriceCents: 100, count: 1 }] });
  const { id } = await addPastOrder(shop.em(), { userId, state: 'paid' });
  await shop
    .em()
    .execute(`update shop_order set delivery = ? where id = ?`, [JSON.stringify({ name: 'Ana', city: TEXT }), id]);
  await shop.call('POST', '/comment', { token: admin.token, body: { productId, content: TEXT } });
  await shop.em().transactional(async (em) => {
    audit(em, { userId, username: 'ana' }, { action: 'product.edited', subjectId: newId(), subjectName: TEXT });
  });
});

const searches = [
  TEXT,
  'ŽIČANE SLUŠALICE',
  'zicane slusalice',
  'žičane'.normalize('NFD'),
  'zicane-slusalice',
  'zicane\u00a0 slusalice',
  'wifi',
  'Wi Fi 16gb',
];

test.each([
  ['/admin/product', 1],
  ['/admin/order', 2],
  ['/admin/user', 1],
  ['/comment', 1],
  ['/admin/audit', 1],
])('%s finds what means the same as the search', async (path, total) => {
  for (const search of searches) {
    const { body } = await shop.call('GET', `${path}?page=1&search=${encodeURIComponent(search)}`, {
      token: admin.token,
    });
    expect([search, body.total]).toEqual([search, total]);
  }
});
