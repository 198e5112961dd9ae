import { beforeEach, describe, expect, test } from 'vitest';
import type { DiscountView } from '#contract/orders/discounts.ts';
import { auditTrail } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop();
const { token, username } = await shop.admin();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });
const list = async (): Promise<DiscountView[]> => (await call('GET', '/admin/discount')).body.discounts;
const add = (discount: object) => call('POST', '/admin/discount', discount);
const edit = (id: string, changes: object) => call('PUT', `/admin/discount/${id}`, changes);
const remove = (id: string) => call('DELETE', `/admin/discount/${id}`);
const addCategory = async (): Promise<string> =>
  (await call('POST', '/admin/category', { categoryName: `Category ${crypto.randomUUID()}` })).body.categoryId;

const DEFAULTS = {
  percent: null,
  amount: null,
  minimum: null,
  startsAt: null,
  endsAt: null,
  categoryIds: [],
  maxUses: null,
  maxUsesPerShopper: null,
  isActive: true,
  uses: 0,
};

beforeEach(async () => {
  for (const { _id } of await list()) await remove(_id);
});

describe('adding a discount', () => {
  test('by percent or by amount fills in defaults, and is recorded', async () => {
    const { status, body } = await add({ code: ' Spring10 ', percent: 10 });
    expect([status, body.message]).toEqual([200, 'Discount added']);
    expect(body.discount).toEqual({ _id: expect.any(String), ...DEFAULTS, code: 'Spring10', percent: 10 });
    const other = (await add({ code: 'TWO-FIFTY', amount: 2.5 })).body.discount;
    expect(await list()).toEqual([{ ...DEFAULTS, _id: other._id, code: 'TWO-FIFTY', amount: 2.5 }, body.discount]);
    const [entry] = await auditTrail(shop.em(), body.discount._id);
    expect(entry).toMatchObject({ action: 'discount.added', actor: username, subjectName: 'Spring10' });
    expect(entry?.changes).toMatchObject({ percent: { from: null, to: 10 } });
  });

  test('keeps every limit', async () => {
    const [first, second] = [await addCategory(), await addCategory()];
    const discount = {
      code: 'ALL',
      percent: 12.34,
      minimum: 50,
      startsAt: '2026-12-01T00:00:00.000Z',
      endsAt: '2026-12-24T18:00:00.000Z',
      categoryIds: [first, second].sort(),
      maxUses: 100,
      maxUsesPerShopper: 1,
      isActive: false,
    };
    const { body } = await add({ ...discount, endsAt: '2026-12-24T19:00+01:00', uses: 7 });
    expect(body.discount).toEqual({ ...DEFAULTS, ...discount, _id: expect.any(String) });
    expect(await list()).toEqual([body.discount]);
  });

  test('rejects a taken code in any case, also when two arrive at once', async () => {
    const responses = await Promise.all(['Same', 'SAME'].map((code) => add({ code, percent: 5 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { status, body } = await add({ code: 'sAmE', percent: 5 });
    expect([status, body.message]).toEqual([409, 'There is already a discount sAmE']);
    expect(await list()).toHaveLength(1);
  });

  test.each(['SPRING-10', 'spring10-', 'ＳＰＲＩＮＧ１０', 'Spr\u00ading\u200b10'])(
    'rejects a code that means the same as another: %j',
    async (code) => {
      await add({ code: 'Spring10', percent: 5 });
      expect((await add({ code, percent: 5 })).status).toBe(409);
    },
  );

  const percent = 'Percent must be more than 0 and at most 100, with at most two decimals';
  const kind = 'A discount is either a percentage or an amount';
  const start = 'Start must be a date with time and zone, such as 2026-12-24T18:00:00Z';
  test.each([
    [{ percent: 5 }, { code: 'Code is required' }],
    [{ code: 'two words', percent: 5 }, { code: "Code can't contain spaces" }],
    [{ code: 'x'.repeat(41), percent: 5 }, { code: 'Code can have at most 40 characters' }],
    [{ code: 'A' }, { percent: kind }],
    [{ code: 'A', percent: 5, amount: 5 }, { percent: kind }],
    [{ code: 'A', percent: 0 }, { percent }],
    [{ code: 'A', percent: 100.01 }, { percent }],
    [{ code: 'A', percent: 1.234 }, { percent }],
    [{ code: 'A', amount: 0 }, { amount: 'Amount must be more than 0' }],
    [{ code: 'A', amount: 1.005 }, { amount: 'Amount must be from 0 to 1,000,000 EUR, with at most two decimals' }],
    [
      { code: 'A', percent: 5, minimum: -1 },
      { minimum: 'Minimum must be from 0 to 1,000,000 EUR, with at most two decimals' },
    ],
    [{ code: 'A', percent: 5, startsAt: '2026-12-24' }, { startsAt: start }],
    [{ code: 'A', percent: 5, startsAt: '2026-13-24T18:00:00Z' }, { startsAt: start }],
    [
      { code: 'A', percent: 5, startsAt: '2026-12-24T18:00:00Z', endsAt: '2026-12-24T18:00:00Z' },
      { endsAt: 'The end must be after the start' },
    ],
    [{ code: 'A', percent: 5, categoryIds: [UNKNOWN] }, { categoryIds: 'A category does not exist' }],
    [{ code: 'A', percent: 5, categoryIds: ['x'] }, { 'categoryIds[0]': 'Each category must be an id' }],
    [{ code: 'A', percent: 5, maxUses: 0 }, { maxUses: 'Uses must be a whole number from 1 to 1,000,000' }],
    [
      { code: 'A', percent: 5, maxUsesPerShopper: 1.5 },
      { maxUsesPerShopper: 'Uses per customer must be a whole number from 1 to 1,000,000' },
    ],
  ])('rejects %j', async (discount, fields) => {
    const { status, body } = await add(discount);
    expect([status, body.fields]).toEqual([422, fields]);
    expect(await list()).toEqual([]);
  });
});

describe('editing a discount', () => {
  test('keeps absent fields, clears those that are null, and is recorded', async () => {
    const { _id } = (await add({ code: 'A', percent: 5, minimum: 10, maxUses: 3 })).body.discount;
    const edited = await edit(_id, { code: 'B', minimum: null, isActive: false });
    expect([edited.status, edited.body.message]).toEqual([200, 'Discount updated']);
    expect(edited.body.discount).toEqual({ ...DEFAULTS, _id, code: 'B', percent: 5, maxUses: 3, isActive: false });
    expect(await list()).toEqual([edited.body.discount]);
    await edit(_id, { code: 'B', percent: 5 });
    const [, ...entries] = await auditTrail(shop.em(), _id);
    expect(entries).toEqual([
      {
        action: 'discount.edited',
        actor: username,
        subjectName: 'A',
        changes: { code: { from: 'A', to: 'B' }, minimum: { from: 10, to: null }, isActive: { from: true, to: false } },
      },
    ]);
  });

  test('replaces a percentage by an amount and back, but never leaves both or none', async () => {
    const { _id } = (await add({ code: 'A', percent: 5 })).body.discount;
    expect((await edit(_id, { amount: 7 })).body.discount).toMatchObject({ percent: null, amount: 7 });
    expect((await edit(_id, { percent: 9 })).body.discount).toMatchObject({ percent: 9, amount: null });
    expect((await edit(_id, { percent: null })).status).toBe(422);
    expect((await edit(_id, { percent: 5, amount: 5 })).status).toBe(422);
    expect((await list())[0]).toMatchObject({ percent: 9, amount: null });
  });

  test('compares dates with those that stay', async () => {
    const { _id } = (await add({ code: 'A', percent: 5, endsAt: '2026-12-24T18:00:00Z' })).body.discount;
    const { status, body } = await edit(_id, { startsAt: '2026-12-25T00:00:00Z' });
    expect([status, body.fields]).toEqual([422, { endsAt: 'The end must be after the start' }]);
  });

  test('keeps a category that was deleted since, so that the discount is not for all goods', async () => {
    const categoryId = await addCategory();
    const { _id } = (await add({ code: 'A', percent: 5, categoryIds: [categoryId] })).body.discount;
    await call('DELETE', `/admin/category/${categoryId}`);
    const edited = await edit(_id, { percent: 6, categoryIds: [categoryId] });
    expect(edited.body.discount).toMatchObject({ percent: 6, categoryIds: [categoryId] });
  });
});

test('a discount is deleted once', async () => {
  const { _id } = (await add({ code: 'A', percent: 5 })).body.discount;
  expect((await remove(_id)).body.message).toBe('Discount deleted');
  expect((await remove(_id)).body.message).toBe('Discount not found');
  expect((await edit(_id, { percent: 1 })).status).toBe(404);
  expect((await auditTrail(shop.em(), _id)).at(-1)).toMatchObject({ action: 'discount.deleted', subjectName: 'A' });
});
