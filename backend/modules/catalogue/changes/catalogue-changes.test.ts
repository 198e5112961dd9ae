import { expect, test } from 'vitest';
import { addProduct } from '../../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop();

/** How many changes of a product the processes of the API must follow after an update. */
async function changesBy(update: string, { from }: { from: string }): Promise<number> {
  const id = await addProduct(shop.em(), shop.storage);
  await shop.em().execute(`update product set ${from} where id = ?`, [id]);
  await shop.em().execute('delete from catalogue_change where product_id = ?', [id]);
  await shop.em().execute(`update product set ${update} where id = ?`, [id]);
  return (await shop.em().execute('select from catalogue_change where product_id = ?', [id])).length;
}

test.each([
  ['stock = 39', { from: 'stock = 40' }],
  ['stock = 6', { from: 'stock = 1000000' }],
  ['low_stock_noticed = true, version = version + 1', { from: 'stock = 3' }],
  [`import_key = 'new'`, { from: 'stock = null' }],
])('%s is no change that processes follow, after %o', async (update, start) => {
  expect(await changesBy(update, start)).toBe(0);
});

test.each([
  ['stock = 5', { from: 'stock = 6' }],
  ['stock = 6', { from: 'stock = 5' }],
  ['stock = 3', { from: 'stock = 4' }],
  ['stock = 0', { from: 'stock = 40' }],
  ['stock = null', { from: 'stock = 40' }],
  ['stock = 40', { from: 'stock = null' }],
  [`title = 'Speakers'`, { from: 'stock = 40' }],
  [`attributes = '{"color": "Red"}'`, { from: 'stock = 40' }],
  ['is_published = false', { from: 'stock = 40' }],
  [`all_ratings = '{5}', rating = 5`, { from: 'stock = 40' }],
])('%s is a change that processes follow, after %o', async (update, start) => {
  expect(await changesBy(update, start)).toBe(1);
});
