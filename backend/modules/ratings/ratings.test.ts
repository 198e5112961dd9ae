import { beforeAll, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';
import { refreshProductCount } from '../catalogue/categories/categories.service.ts';
import { rateProduct, refreshRating } from './ratings.service.ts';

const shop = await startTestShop();
let productId = '';

beforeAll(async () => {
  productId = await addProduct(shop.em(), shop.storage);
});

const rate = (token: string | undefined, productRate: unknown, product: unknown = productId) =>
  shop.call('PATCH', '/products/single', { token, body: { productId: product, productRate } });
const events = async (id: string) =>
  shop.em().execute("select 1 from outbox_event where name = 'product.rated' and payload->>'productId' = ?", [id]);

test('a rating appears in the response, in the catalogue and in votedFor', async () => {
  const [first, second] = [await shop.newAccount(), await shop.newAccount()];
  await rate(second.token, 4);
  const response = await rate(first.token, 5);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    status: 'success',
    message: expect.any(String),
    user: expect.objectContaining({ _id: first.userId, votedFor: [productId] }),
    product: expect.objectContaining({ _id: productId, allRatings: [4, 5], rating: 4.5 }),
  });
  const product = (await shop.call('GET', `/products/single/${productId}`)).body.product;
  expect(product).toEqual(response.body.product);
  const { user } = (await shop.call('GET', '/user/getSingleUser', { token: first.token })).body;
  expect(user.votedFor).toEqual([productId]);
  expect(await events(productId)).toHaveLength(2);
});

test('votedFor lists products in the order they were rated', async () => {
  const { token } = await shop.newAccount();
  const products = [];
  for (let index = 0; index < 3; index++) products.unshift(await addProduct(shop.em(), shop.storage));
  for (const id of products) await rate(token, 3, id);
  const { user } = (await shop.call('GET', '/user/getSingleUser', { token })).body;
  expect(user.votedFor).toEqual(products);
});

test('rejects a second rating, even from concurrent requests', async () => {
  const id = await addProduct(shop.em(), shop.storage);
  const { token } = await shop.newAccount();
  const responses = await Promise.all([1, 2, 3, 4, 5].map((stars) => rate(token, stars, id)));
  responses.push(await rate(token, 5, id));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const rejected = responses.filter(({ status }) => status === 409);
  expect(rejected.map(({ body }) => body.message)).toEqual(Array(5).fill('You have already rated this product'));
  const { product } = (await shop.call('GET', `/products/single/${id}`)).body;
  expect(product.allRatings).toHaveLength(1);
  expect(await events(id)).toHaveLength(1);
});

test('counts all concurrent ratings', async () => {
  const id = await addProduct(shop.em(), shop.storage);
  const shoppers = await Promise.all(Array.from({ length: 12 }, () => shop.newAccount()));
  const responses = await Promise.all(shoppers.map(({ token }, index) => rate(token, (index % 5) + 1, id)));
  for (const [index, { body }] of responses.entries()) {
    expect(body.product.allRatings).toContain((index % 5) + 1);
  }
  const { product } = (await shop.call('GET', `/products/single/${id}`)).body;
  expect(product.allRatings.toSorted()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5]);
  expect(product.rating).toBe(33 / 12);
  expect(await writesOf(() => refreshRating(shop.em(), id), id)).toBe(0);
});

test('adds up to the average that PostgreSQL computes', async () => {
  const id = await addProduct(shop.em(), shop.storage);
  for (const stars of [5, 4, 4, 1, 3, 5, 2]) {
    await rate((await shop.newAccount()).token, stars, id);
    expect(await writesOf(() => refreshRating(shop.em(), id), id)).toBe(0);
  }
});

/** How many of `work`'s changes the product list must follow. */
async function writesOf(work: () => Promise<unknown>, id: string): Promise<number> {
  const [before] = await shop
    .em()
    .execute<{ last: number }[]>('select coalesce(max(id), 0) as last from catalogue_change');
  await work();
  const changes = await shop
    .em()
    .execute('select from catalogue_change where product_id = ? and id > ?', [id, before?.last]);
  return changes.length;
}

test('recomputing a correct rating or product count writes nothing', async () => {
  const id = await addProduct(shop.em(), shop.storage);
  await rate((await shop.newAccount()).token, 4, id);
  const [category] = await shop
    .em()
    .execute<{ id: string }[]>('select category_id as id from product where id = ?', [id]);
  if (category === undefined) throw new Error('The product is missing');
  await refreshProductCount(shop.em(), category.id);
  const rowVersions = () =>
    shop.em().execute(
      `select product.xmin::text as product, category.xmin::text as category
       from product join category on category.id = category_id where product.id = ?`,
      [id],
    );
  const before = await rowVersions();
  await refreshRating(shop.em(), id);
  await refreshProductCount(shop.em(), category.id);
  expect(await rowVersions()).toEqual(before);
});

test('recomputing corrects a wrong rating and is idempotent', async () => {
  const id = await addProduct(shop.em(), shop.storage);
  const { token } = await shop.newAccount();
  await rate(token, 2, id);
  await shop.em().execute("update product set all_ratings = '{5,5}', rating = 5 where id = ?", [id]);
  await Promise.all(Array.from({ length: 5 }, () => refreshRating(shop.em(), id)));
  const { product } = (await shop.call('GET', `/products/single/${id}`)).body;
  expect(product).toMatchObject({ allRatings: [2], rating: 2 });
  await shop.em().execute('delete from rating where product_id = ?', [id]);
  await refreshRating(shop.em(), id);
  expect((await shop.call('GET', `/products/single/${id}`)).body.product).toMatchObject({ allRatings: [], rating: 0 });
  await refreshRating(shop.em(), '00000000-0000-7000-8000-000000000000');
});

test('a rating outlives its user, without personal data', async () => {
  const id = await addProduct(shop.em(), shop.storage);
  const { token, userId } = await shop.newAccount();
  await rate(token, 4, id);
  await shop.em().execute('delete from user_account where id = ?', [userId]);
  await refreshRating(shop.em(), id);
  expect((await shop.call('GET', `/products/single/${id}`)).body.product).toMatchObject({ allRatings: [4], rating: 4 });
});

test('rejects a rating if the user is deleted meanwhile', async () => {
  const rating = rateProduct(shop.em(), newId(), { productId, productRate: 5 });
  await expect(rating).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('rating requires a session', async () => {
  const rejection = { status: 401, body: { message: 'Please login to rate this product', code: 'unauthenticated' } };
  expect(await rate(undefined, 5)).toMatchObject(rejection);
  expect((await rate('ended', 5)).status).toBe(401);
});

test.each([[0], [6], [2.5], [-1], ['5'], [null], [undefined], [[5]], [true], [1e300]])(
  'rejects %j as a rating',
  async (productRate) => {
    const { token, userId } = await shop.newAccount();
    expect(await rate(token, productRate)).toMatchObject({
      status: 422,
      body: { fields: { productRate: 'Rating must be a whole number from 1 to 5' } },
    });
    expect(await shop.em().execute('select 1 from rating where user_id = ?', [userId])).toHaveLength(0);
  },
);

test.each([['x'], [''], [null], [{ $ne: 1 }], [['x']], ['a\u0000']])('rejects %j as a product id', async (product) => {
  const { token } = await shop.newAccount();
  expect(await rate(token, 5, product)).toMatchObject({
    status: 422,
    body: { fields: { productId: expect.any(String) } },
  });
});

test('rejects a rating of a deleted product', async () => {
  const { token } = await shop.newAccount();
  expect(await rate(token, 5, '00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
});
