import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';
import { addComment } from './comments.service.ts';

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
    const { token, username } = await shop.newAccount();
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
        rate: null,
        isBuyer: false,
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

  test.each(['00000000-0000-7000-8000-000000000000', 'x', '%00'])('respond 404 for product %s', async (id) => {
    expect((await shop.call('GET', `/comment/filter/${id}`)).status).toBe(404);
  });
});

describe('pages of comments', () => {
  const list = async (id: string, query: string) => shop.call('GET', `/comment/filter/${id}?${query}`);
  const contents = (body: { allComments: { content: string }[] }) => body.allComments.map(({ content }) => content);

  async function commentAndRate(id: string, content: string, productRate?: number): Promise<string> {
    const { token, userId } = await shop.newAccount();
    await comment({ productId: id, content }, token);
    if (productRate !== undefined) {
      await shop.call('PATCH', '/products/single', { token, body: { productId: id, productRate } });
    }
    return userId;
  }

  test('are sorted by the rating of their authors, then newest first, with those without a rating last', async () => {
    const id = await addProduct(shop.em(), shop.storage);
    const other = await addProduct(shop.em(), shop.storage);
    await commentAndRate(id, 'poor', 1);
    await commentAndRate(id, 'good', 5);
    await commentAndRate(id, 'also good', 5);
    await commentAndRate(id, 'unrated');
    await comment({ productId: id, content: 'by a guest' });
    const { token } = await shop.newAccount();
    await comment({ productId: id, content: 'rated another product' }, token);
    await shop.call('PATCH', '/products/single', { token, body: { productId: other, productRate: 5 } });
    await approveAll();
    const best = (await list(id, 'sort=best')).body;
    expect(best).toMatchObject({ status: 'success', total: 6, page: 1, pageCount: 1 });
    const withRates = best.allComments.map(({ content, rate }: { content: string; rate: number }) => [content, rate]);
    expect(withRates).toEqual([
      ['also good', 5],
      ['good', 5],
      ['poor', 1],
      ['rated another product', null],
      ['by a guest', null],
      ['unrated', null],
    ]);
    const newest = contents((await list(id, 'sort=newest')).body);
    expect(newest[0]).toBe('rated another product');
    expect(newest).toEqual((await shown(id)).map(({ content }: { content: string }) => content));
  });

  test('hold ten each, without repeating or skipping one; a page past the end is empty', async () => {
    const id = await addProduct(shop.em(), shop.storage);
    await shop.em().execute(
      `insert into comment (id, product_id, author, content, approved, created_at)
       select gen_random_uuid(), ?, 'Guest', 'comment ' || n, n <> 13, '2026-01-01' from generate_series(1, 24) as n`,
      [id],
    );
    for (const sort of ['newest', 'best']) {
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push((await list(id, `sort=${sort}&page=${page}`)).body);
      expect(pages.map(({ allComments }) => allComments.length)).toEqual([10, 10, 3, 0]);
      expect(pages.map(({ total, pageCount }) => [total, pageCount])).toEqual(Array(4).fill([23, 3]));
      expect(new Set(pages.flatMap(contents)).size).toBe(23);
    }
    expect((await list(id, 'page=2')).body.allComments).toHaveLength(10);
  });

  test('keep the rating with a renamed author, and the name without the rating of a deleted one', async () => {
    const id = await addProduct(shop.em(), shop.storage);
    const [renamed, deleted] = [await commentAndRate(id, 'renamed', 4), await commentAndRate(id, 'deleted', 5)];
    await shop.em().execute("update user_account set username = 'Someone new' where id = ?", [renamed]);
    await shop.em().execute('delete from user_account where id = ?', [deleted]);
    await approveAll();
    expect((await list(id, 'sort=best')).body.allComments).toMatchObject([
      { content: 'renamed', rate: 4, author: expect.not.stringContaining('Someone') },
      { content: 'deleted', rate: null, author: expect.any(String) },
    ]);
  });

  test.each([
    ['sort=worst', { sort: 'sort must be one of newest, best' }],
    ['sort=', { sort: expect.any(String) }],
    ['page=0', { page: expect.stringContaining('whole number') }],
    ['page=1e3', { page: expect.any(String) }],
    ['sort=best&page=x', { page: expect.any(String) }],
    ['page=1&page=2', { page: 'page must be given only once' }],
  ])('refuse %s', async (query, fields) => {
    expect(await list(productId, query)).toMatchObject({ status: 422, body: { fields } });
  });

  test('of an unknown product are missing', async () => {
    expect((await list('00000000-0000-7000-8000-000000000000', 'sort=best')).status).toBe(404);
  });
});

test('a comment by a user who was deleted meanwhile is rejected', async () => {
  const author = { userId: newId(), username: 'gone' };
  const adding = addComment(shop.em(), author, { productId, content: 'Too late' });
  await expect(adding).rejects.toMatchObject({ code: 'unauthenticated' });
});
