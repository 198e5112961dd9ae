import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { pageText } from '#contract/shop/pages.ts';
import { inLanguage } from '#messages/context.ts';
import { waitFor } from '../../../testing/wait.ts';
import { shortId } from '../shop.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin', languages: ['en', 'de'] });

test('every screen is German, and leads to the others in German', async ({ page }) => {
  const screens = Object.values(pagePatterns).filter(
    (pattern) => pattern.startsWith(pagePatterns.statistics) && !pattern.includes(':'),
  );
  for (const path of screens) {
    await page.goto(`/de${path}`);
    const { title } = inLanguage('de', () => pageText(path, ''));
    await expect(page, path).toHaveTitle(new RegExp(`^${title} · `));
    const addresses = await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.filter((address) => !address?.startsWith('/de'))).toEqual([]);
  }
});

test('a merchant ships an order', async ({ page, shop, product }) => {
  const shippingMethod = `post-${shortId()}`;
  const method = { code: shippingMethod, name: 'Post', price: 0, minDays: 1, maxDays: 3 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  const shopper = await shop.newAccount();
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const order = await shop.placeOrder(product, shopper, { shippingMethod, delivery });
  await shop.pay(order);
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
  await page.goto('/de/dashboard/orders');
  await page.getByRole('link', { name: new RegExp(`^Versenden.*Bestellung ${order.number}$`) }).click();
  await expect(page).toHaveURL(/\/de\/dashboard\/orders\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bestellung ${order.number}`);
  const form = page.getByRole('region', { name: 'Artikel versenden' });
  await form.getByLabel('Versanddienst').fill('DHL');
  await form.getByRole('button', { name: 'Als versandt markieren' }).click();
  await expect.poll(async () => (await shop.readOrder(order)).fulfilment).toBe('shipped');
  await expect(page.getByRole('region', { name: 'Artikel versenden' })).toBeHidden();
});

test('a form shows and reads numbers in German', async ({ page, shop }) => {
  const code = `post-${shortId()}`;
  const method = { code, name: code, price: 4.9, minDays: 1, maxDays: 3 };
  const { shippingMethod } = await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  await page.goto('/de/dashboard/shipping');
  await page.getByRole('button', { name: new RegExp(`^Bearbeiten.*${code}$`) }).click();
  const dialog = page.getByRole('dialog');
  const price = dialog.getByLabel('Preis', { exact: false }).first();
  await expect(price).toHaveValue('4,9');
  await price.fill('1.250,50');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const stored = async () => {
    const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
    return shippingMethods.find(({ _id }: { _id: string }) => _id === shippingMethod._id).price;
  };
  await expect.poll(stored).toBe(1250.5);
});
