import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/catalogue.ts';
import { startTestShop } from '../../../testing/shop.ts';

const shop = await startTestShop();
let productId = '';

beforeAll(async () => {
  productId = await addProduct(shop.em(), shop.storage, 'Walkman');
});

const comment = (body: unknown, token?: string) => shop.call('POST', '/comment', { body, token });
const shown = async (id = productId) => (await shop.call('GET', `/comment/filter/${id}`)).body.allComments;
const approveAll = () => shop.em().execute('update comment set approved = true');

describe('a new comment', () => {
  test('appears with its author once approved, and the response says so', async () => {
    const { token, username } = await shop.registerAndLogIn();
    const response = await comment({ productId, content: 'Fine sound' }, token);
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'success', message: expect.stringContaining('approved') },
    });
    expect(await shown()).toEqual([]);
    await approveAll();
    expect(await shown()).toEqual([
      {
        _id: expect.any(String),
        author: username,
        content: 'Fine sound',
        productId,
        productTitle: 'Walkman',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        status: true,
      },
    ]);
    const age = Date.now() - Date.parse((await shown())[0].date);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
  });

  test('is from Guest without a session; author, title and approval in the body are ignored', async () => {
    const id = await addProduct(shop.em(), shop.storage, 'Speaker');
    const body = { author: 'admin', productTitle: 'Other', status: true, approved: true, date: '1999-01-01', _id: 'x' };
    await comment({ ...body, productId: id, content: 'Mine' });
    expect(await shown(id)).toEqual([]);
    await approveAll();
    expect(await shown(id)).toMatchObject([{ author: 'Guest', productTitle: 'Speaker', content: 'Mine' }]);
  });

  test('is rejected with an expired session', async () => {
    expect((await comment({ productId, content: 'Mine' }, 'ended')).status).toBe(401);
  });

  test.each([
    '<script>alert(document.cookie)</script>',
    "'; drop table comment; --",
    '  kept as typed \n\t',
    '👩‍👩‍👧‍👦 田中 \u202e',
    '{{7*7}} <%= 7*7 %> %n%s',
    'x'.repeat(500),
  ])('stores %j exactly', async (content) => {
    const id = await addProduct(shop.em(), shop.storage);
    expect((await comment({ productId: id, content })).status).toBe(200);
    await approveAll();
    expect(await shown(id)).toMatchObject([{ content }]);
  });

  test.each([
    [{}, { productId: expect.any(String), content: 'Comment is required' }],
    [{ content: ' \n ' }, { content: 'Comment is required' }],
    [{ content: 'x'.repeat(501) }, { content: expect.stringContaining('500') }],
    [{ content: 'a\u0000b' }, { content: expect.any(String) }],
    [{ content: '\udead' }, { content: expect.any(String) }],
    [{ content: 7 }, { content: expect.any(String) }],
    [{ content: 'x', productId: 'x' }, { productId: expect.any(String) }],
  ])('with %j is rejected', async (body, fields) => {
    const response = await comment('content' in body ? { productId, ...body } : body);
    expect(response).toMatchObject({ status: 422, body: { fields } });
  });

  test('on a deleted product is rejected', async () => {
    expect(await comment({ productId: '00000000-0000-7000-8000-000000000000', content: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Product not found' },
    });
  });
});

describe('lists of comments', () => {
  test('are newest first; the storefront shows approved comments, admins see all', async () => {
    const id = await addProduct(shop.em(), shop.storage);
    for (const content of ['first', 'second', 'third']) await comment({ productId: id, content });
    await shop.em().execute("update comment set approved = true where product_id = ? and content <> 'second'", [id]);
    const contents = (comments: { content: string }[]) => comments.map(({ content }) => content);
    expect(contents(await shown(id))).toEqual(['third', 'first']);
    const { token } = await shop.admin();
    const { body } = await shop.call('GET', '/comment', { token });
    expect(body.status).toBe('success');
    expect(contents(body.allComments).slice(0, 3)).toEqual(['third', 'second', 'first']);
    expect(body.allComments[1]).toMatchObject({ status: false, productId: id });
  });

  test('across all products are for admins', async () => {
    expect((await shop.call('GET', '/comment')).status).toBe(401);
    const { token } = await shop.registerAndLogIn();
    expect((await shop.call('GET', '/comment', { token })).status).toBe(403);
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'x', '%00'])('respond 404 for product %s', async (id) => {
    expect((await shop.call('GET', `/comment/filter/${id}`)).status).toBe(404);
  });
});
