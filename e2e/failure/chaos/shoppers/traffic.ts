import { Journal } from '../journal.ts';
import type { Random } from '../random.ts';
import type { Testbed } from '../testbed.ts';
import { addProduct, administer } from './admin.ts';
import { decideAsBank } from './bank.ts';
import { Client } from './client.ts';
import type { Pace, Traffic } from './people.ts';
import { publishAll } from './publishing.ts';
import { sell } from './selling.ts';
import { shop } from './shopper.ts';

/** More than a real shop of this size has, so that a fault meets many requests. */
const RUSH: Pace = { shoppers: 16, thinkTime: { min: 5, max: 60 } };
const PRODUCTS = 40;
const COURIER = { code: 'courier', name: 'Courier', price: 5, minDays: 1, maxDays: 3 };
/** Some products are scarce, some are plentiful, and some are not counted. */
const STOCKS = [10, 300, null] as const;

type Shop = Pick<Testbed, 'url' | 'provider' | 'control' | 'admin'> & Partial<Pick<Testbed, 'endpoints'>>;

/** Logs the admin in, tells endpoints of everything, and adds pages, categories, products and comments, before any fault. */
export async function prepareShop({ url, provider, control, admin, endpoints }: Shop, random: Random, pace = RUSH) {
  const journal = new Journal();
  const client = new Client(url, journal);
  const prices = new Map<string, number>();
  const categoryIds: string[] = [];
  const commentIds: string[] = [];
  let isOpen = true;

  const { body } = await client.call('log in', 'POST', '/user/login', { body: admin });
  const traffic: Traffic = {
    pace,
    client,
    journal,
    provider,
    control,
    adminToken: body.token,
    courier: COURIER,
    isOpen: () => isOpen,
    productIds: () => [...prices.keys()],
    priceOf: (productId) => prices.get(productId) ?? 0,
    categoryIds: () => categoryIds,
    addCategory: (id) => categoryIds.push(id),
    commentIds: () => commentIds,
  };
  for (const { receiver } of endpoints?.all ?? []) {
    const webhook = { url: receiver.url, events: ['*'] };
    await client.call('add webhook', 'POST', '/admin/webhook', { token: traffic.adminToken, body: webhook });
  }
  await client.call('add category', 'POST', '/admin/shipping-method', { token: traffic.adminToken, body: COURIER });
  await publishAll(traffic);
  for (let number = 0; number < 5; number += 1) {
    const name = `Own category ${number}`;
    const { body, outcome } = await client.call('add category', 'POST', '/admin/category', {
      token: traffic.adminToken,
      body: { categoryName: name },
    });
    journal.categories.push({ name, outcome });
    categoryIds.push(body.categoryId);
  }
  while (prices.size < PRODUCTS) {
    const price = random.integer(100, 50_000) / 100;
    const stock = STOCKS[prices.size % STOCKS.length] ?? null;
    const product = await addProduct(traffic, random, { price, stock });
    if (product === null) throw new Error('Could not add a product');
    prices.set(product.id, price);
    if (stock !== null) journal.stocks.set(product.id, stock);
    await addComment(traffic, product.id);
  }
  const { allComments } = await client.read(`/comment?pageSize=${PRODUCTS}`, traffic.adminToken);
  commentIds.push(...allComments.map(({ _id }: { _id: string }) => _id));
  await client.call('approve comments', 'POST', '/admin/comment/bulk', {
    token: traffic.adminToken,
    body: { commentIds, action: 'approve' },
  });

  return {
    ...traffic,
    /** Starts the shoppers. @returns a function that closes the shop, and waits until they have left */
    open(): () => Promise<void> {
      const people = [
        administer(traffic, random.fork('admin')),
        sell(traffic, random.fork('sales')),
        decideAsBank(traffic, random.fork('bank')),
      ];
      for (let number = 0; number < pace.shoppers; number += 1) {
        people.push(shop(traffic, random.fork(`shopper ${number}`)));
      }
      const finished = Promise.all(people);
      // A failure is reported when the shop closes.
      finished.catch(() => {});
      return async () => {
        isOpen = false;
        await finished;
      };
    },
  };
}

async function addComment({ client, journal }: Traffic, productId: string): Promise<void> {
  const content = `Thoughts ${crypto.randomUUID()}`;
  const { outcome } = await client.call('comment', 'POST', '/comment', { body: { content, productId } });
  journal.comments.push({ content, productId, author: 'Guest', outcome });
}
