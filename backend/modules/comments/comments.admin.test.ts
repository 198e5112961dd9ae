import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await startTestShop();
let admin: LoggedIn;
let productId = '';
/** The ids of three comments awaiting approval, oldest first. */
let waiting: string[] = [];

beforeAll(async () => {
  admin = await shop.admin();
});
beforeEach(async () => {
  productId = await addProduct(shop.em(), shop.storage, 'Walkman');
  waiting = [];
  for (const content of ['first', 'second', 'third']) waiting.push(await addComment(content));
});

async function addComment(content: string, minutesAgo = 0): Promise<string> {
  const id = newId();
  await shop.em().execute(
    `insert into comment (id, product_id, author, content, created_at)
       values (?, ?, 'Guest', ?, now() - make_interval(mins => ?))`,
    [id, productId, content, minutesAgo],
  );
  return id;
}

const list = async (query = '') =>
  (await shop.call('GET', `/comment?productId=${productId}${query}`, { token: admin.token })).body;
const contents = (response: { allComments: { content: string }[] }) =>
  response.allComments.map(({ content }) => content);
const setStatus = (body: unknown) => shop.call('PATCH', '/comment', { token: admin.token, body });
const remove = (id: string) => shop.call('DELETE', `/comment/${id}`, { token: admin.token });
const bulk = (commentIds: unknown, action: unknown) =>
  shop.call('POST', '/admin/comment/bulk', { token: admin.token, body: { commentIds, action } });
const shown = async () => contents((await shop.call('GET', `/comment/filter/${productId}`)).body);
const actionsOn = async (id = '') =>
  (
    await shop
      .em()
      .execute<{ action: string }[]>('select action from audit_entry where subject_id = ? order by id', [id])
  ).map(({ action }) => action);

describe('the list of comments', () => {
  test('can be filtered, searched, sorted and paged', async () => {
    await setStatus({ commentId: waiting[1], status: true });
    expect(contents(await list())).toEqual(['third', 'second', 'first']);
    expect(contents(await list('&status=waiting'))).toEqual(['third', 'first']);
    expect(contents(await list('&status=approved'))).toEqual(['second']);
    expect(contents(await list('&sort=status&direction=asc'))).toEqual(['third', 'first', 'second']);
    expect(contents(await list('&sort=comment&direction=asc'))).toEqual(['first', 'second', 'third']);
    expect(contents(await list('&sort=product&search=i&status=waiting'))).toEqual(['third', 'first']);
    expect(await list('&page=2&pageSize=2')).toMatchObject({ total: 3, allComments: [{ content: 'first' }] });
    expect(contents(await list('&search=IR'))).toEqual(['third', 'first']);
    expect((await list('&search=guEST')).total).toBe(3);
    expect((await list('&search=walkMAN')).total).toBe(3);
    expect(contents(await list('&search=walkMAN&status=approved'))).toEqual(['second']);
    expect((await list('&search=nothing')).allComments).toEqual([]);
  });

  test('sorts by date, not by id', async () => {
    await addComment('long ago', 60);
    expect(contents(await list('&sort=status&direction=asc')).at(-1)).toBe('long ago');
    expect(contents(await list()).at(-1)).toBe('long ago');
  });

  test.each(['&status=new', '&sort=id', '&page=x'])('rejects %s', async (query) => {
    expect((await list(query)).code).toBe('invalid');
  });

  test('rejects an invalid product id', async () => {
    const response = await shop.call('GET', '/comment?productId=x', { token: admin.token });
    expect(response).toMatchObject({ status: 422, body: { fields: { productId: expect.any(String) } } });
  });
});

describe('approving and forbidding', () => {
  test('show and hide a comment and add one audit entry each', async () => {
    const [commentId] = waiting;
    const approved = await setStatus({ commentId, status: true });
    expect(approved).toMatchObject({
      status: 200,
      body: { message: 'Comment approved', comment: { _id: commentId, status: true, productId } },
    });
    expect(await shown()).toEqual(['first']);
    expect((await setStatus({ commentId, status: true })).status).toBe(200);
    expect((await setStatus({ commentId, status: false })).body.comment.status).toBe(false);
    expect(await shown()).toEqual([]);
    expect(await actionsOn(commentId)).toEqual(['comment.approved', 'comment.forbidden']);
    const [entry] = await shop.em().execute('select * from audit_entry where subject_id = ?', [commentId]);
    expect(entry).toMatchObject({ actor_id: admin.userId, actor_name: 'admin', subject_name: 'Guest on Walkman' });
  });

  test.each([
    [{ status: 'true' }, { status: expect.any(String) }],
    [{ status: 1 }, { status: expect.any(String) }],
    [{ status: null }, { status: expect.any(String) }],
    [{}, { status: expect.any(String) }],
    [{ commentId: 'x', status: true }, { commentId: expect.any(String) }],
    [{ commentId: undefined, status: true }, { commentId: 'Comment is required' }],
  ])('reject %j', async (wrong, fields) => {
    const response = await setStatus({ commentId: waiting[0], ...wrong });
    expect(response).toMatchObject({ status: 422, body: { fields } });
    expect((await list('&status=waiting')).total).toBe(3);
  });

  test('respond 404 for a deleted comment', async () => {
    expect(await setStatus({ commentId: newId(), status: true })).toMatchObject({
      status: 404,
      body: { message: 'Comment not found' },
    });
  });
});

describe('deleting a comment', () => {
  test('succeeds once, even with concurrent requests', async () => {
    const [id = ''] = waiting;
    const responses = await Promise.all([remove(id), remove(id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(contents(await list())).toEqual(['third', 'second']);
    expect(await actionsOn(id)).toEqual(['comment.deleted']);
    expect((await remove('x')).status).toBe(404);
  });
});

describe('bulk actions', () => {
  test('approve, forbid and delete, and are idempotent', async () => {
    expect(await bulk([...waiting, ...waiting], 'approve')).toMatchObject({
      status: 200,
      body: { changed: 3, message: '3 comments approved' },
    });
    expect((await bulk(waiting, 'approve')).body.changed).toBe(0);
    expect(await shown()).toEqual(['third', 'second', 'first']);
    expect(await bulk(waiting.slice(0, 1), 'forbid')).toMatchObject({
      body: { changed: 1, message: '1 comment forbidden' },
    });
    expect((await bulk([...waiting, newId()], 'delete')).body.changed).toBe(3);
    expect((await bulk(waiting, 'delete')).body.changed).toBe(0);
    expect((await bulk(waiting, 'approve')).body.changed).toBe(0);
    expect((await list()).allComments).toEqual([]);
    expect(await actionsOn(waiting[0])).toEqual(['comment.approved', 'comment.forbidden', 'comment.deleted']);
    expect(await actionsOn(waiting[1])).toEqual(['comment.approved', 'comment.deleted']);
  });

  test('by several admins do not fail while the product is deleted', async () => {
    const more: string[] = [];
    for (let index = 0; index < 40; index++) more.push(await addComment(`comment ${index}`));
    const responses = await Promise.all([
      bulk(more, 'approve'),
      bulk([...more].reverse(), 'approve'),
      bulk(more.slice(10), 'delete'),
      bulk([...more].reverse(), 'forbid'),
      shop.em().execute('delete from product where id = ?', [productId]),
      bulk(more, 'delete'),
    ]);
    for (const response of responses) if ('status' in response) expect(response.status).toBe(200);
    expect((await list()).total).toBe(0);
  });

  test('change each comment only once when run concurrently', async () => {
    const responses = await Promise.all([bulk(waiting, 'approve'), bulk([...waiting].reverse(), 'approve')]);
    expect(responses.reduce((sum, { body }) => sum + body.changed, 0)).toBe(3);
    for (const id of waiting) expect(await actionsOn(id)).toEqual(['comment.approved']);
  });

  test.each([
    [[], 'delete', 'commentIds'],
    [undefined, 'delete', 'commentIds'],
    ['x', 'delete', 'commentIds'],
    [Array.from({ length: 101 }, newId), 'delete', 'commentIds'],
    [['x'], 'delete', 'commentIds[0]'],
    [[null], 'delete', 'commentIds[0]'],
    [[newId()], 'publish', 'action'],
    [[newId()], undefined, 'action'],
  ])('reject the ids %j with the action %s', async (ids, action, field) => {
    const response = await bulk(ids, action);
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.fields)).toEqual([field]);
  });
});
