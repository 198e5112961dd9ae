import type { Locator, Page } from '@playwright/test';
import { waitFor } from '../../../testing/wait.ts';
import { countPresses } from '../presses.ts';
import { picture, type Shop, shortId, type Upload } from '../shop.ts';
import { toast } from '../steps.ts';
import { test as base, expect } from '../test.ts';
import { rows } from './table.ts';

/** Runs in a worker of its own, so that nothing else waits in its shop. */
const test = base.extend<object, { shop: Shop }>({
  shop: [async ({ shop }, use) => use(shop), { scope: 'worker' }],
});
test.use({ login: 'admin' });

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function chooseFiles(page: Page, opener: Locator, files: Upload[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await opener.click();
  await (await choosing).setFiles(files);
}

/** Ten paid orders that are to be delivered. */
async function placeOrders(shop: Shop): Promise<void> {
  const code = `post-${shortId()}`;
  await shop.callAsAdmin('POST', '/admin/shipping-method', { code, name: 'Post', price: 0, minDays: 1, maxDays: 3 });
  const [shopper, product] = [await shop.newAccount(), await shop.addProduct()];
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  for (let placed = 0; placed < 10; placed++) {
    const order = await shop.placeOrder(product, shopper, { shippingMethod: code, delivery });
    await shop.pay(order);
    await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
  }
  await shop.addComment(product._id, 'Fine', { author: shopper });
}

async function addPhones(page: Page, categoryId: string): Promise<void> {
  await entry(page, 'Add Product').click();
  await page.getByLabel('Title').fill('Phone');
  await page.getByLabel('Description').fill('Rings');
  await page.getByLabel('Category').selectOption(categoryId);
  await page.getByLabel('Price', { exact: true }).fill('500');
  await page.getByLabel('Stock').fill('5');
  await chooseFiles(page, button(page, 'Choose pictures'), [await picture('#aa3344'), await picture('#33aa44')]);
  await page.getByLabel('Family name').fill('Phone');
  await page.getByLabel('Option', { exact: true }).fill('Storage');
  await page.getByLabel('Values').fill('128 GB, 256 GB, 512 GB');
  const variants = page.getByRole('region', { name: 'New variants' });
  await variants.getByRole('group', { name: '256 GB' }).getByLabel('Price', { exact: true }).fill('600');
  await variants.getByRole('group', { name: '512 GB' }).getByLabel('Price', { exact: true }).fill('700');
  await button(page, 'Add product').click();
  await expect(toast(page, '3 variants added')).toBeVisible();
}

async function importLamps(page: Page): Promise<void> {
  const lamps = Array.from({ length: 30 }, (_, index) => `Lamp ${index + 1},Bright,${index + 10},Lamps,4`);
  const buffer = Buffer.from(['title,description,price,category,stock', ...lamps].join('\n'));
  await page.getByRole('link', { name: 'Import' }).click();
  await chooseFiles(page, button(page, 'Choose a catalogue file'), [
    { name: 'lamps.csv', mimeType: 'text/csv', buffer },
  ]);
  await button(page, 'Check file').click();
  await expect(page.getByText('30 new, 1 new category “Lamps”')).toBeVisible({ timeout: 60_000 });
  await page.getByText('Publish new products').click();
  await button(page, 'Import').click();
  await expect(page.getByText(/30 products added/)).toBeVisible({ timeout: 60_000 });
}

async function shipOrders(page: Page): Promise<void> {
  await entry(page, 'Orders').click();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'To ship' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('checkbox', { name: 'Select all orders' }).click();
  await button(page, 'Mark as shipped').click();
  await page.getByRole('dialog').getByLabel('Carrier').fill('DHL');
  await button(page, 'Preview').click();
  await button(page, 'Mark 10 orders as shipped').click();
  await expect(rows(page)).toHaveCount(0);
}

async function moderateComment(page: Page): Promise<void> {
  await entry(page, 'Comments').click();
  await button(page, /^Approve/).click();
  await expect(button(page, /^Forbid/)).toBeVisible();
}

test('an hour of a merchant takes 16 presses of the pointer', async ({ page, shop }) => {
  const categoryId = await shop.addCategory('Phones');
  await placeOrders(shop);
  const presses = await countPresses(page);
  await page.goto('/dashboard');
  await addPhones(page, categoryId);
  await importLamps(page);
  await shipOrders(page);
  await moderateComment(page);
  // What is typed or chosen in a field is not pressed: Tab leads there.
  await expect.poll(presses).toBe(16);

  const { products } = await shop.callAsAdmin(
    'GET',
    `/admin/product?categoryId=${categoryId}&sort=price&direction=asc`,
  );
  expect(products).toMatchObject([
    { title: 'Phone 128 GB', price: 500, stockCount: 5, images: { length: 2 } },
    { title: 'Phone 256 GB', price: 600, stockCount: 5, images: { length: 2 } },
    { title: 'Phone 512 GB', price: 700, stockCount: 5, images: { length: 2 } },
  ]);
});
