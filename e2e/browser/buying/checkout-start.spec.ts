import type { Page } from '@playwright/test';
import { abortCalls, holdCall, respondWith } from '../../../testing/responses.ts';
import type { Shop } from '../shop.ts';
import { CARDS, cardForm, cartItem, chooseByTyping, fillCard, heading, payButton } from '../steps.ts';
import { storeAccount, storeCart } from '../storage.ts';
import { expect, test } from '../test.ts';
import { addMethod, fillAddress, proceed, readOrder, summary } from './checkout.ts';

const country = (page: Page) => page.getByLabel('Country');
const pickup = (page: Page) => page.getByRole('radio', { name: /Collect in store/ });

/** Opens step 2 for a shopper without orders. */
async function openStep2(page: Page, shop: Shop) {
  const [product, shopper] = await Promise.all([shop.addProduct(), shop.newAccount()]);
  await storeCart(page, [cartItem(product)]);
  await storeAccount(page, shopper);
  await page.goto('/order');
  await proceed(page).click();
  return { ...shopper, product };
}

test('presets the cheapest delivery, and lists pickup last', async ({ page, shop }) => {
  const [dear, cheap] = [await addMethod(shop, { price: 9 }), await addMethod(shop, { price: 0.01 })];
  const { product, token } = await openStep2(page, shop);
  const methods = page.getByRole('group', { name: 'Shipping method' });
  await expect(methods.getByRole('radio').last()).toHaveAccessibleName(/Collect in store/);
  await expect(page.getByRole('radio', { name: new RegExp(dear) })).toBeVisible();
  await expect(page.getByRole('radio', { name: new RegExp(cheap) })).toBeChecked();
  await expect(summary(page)).toContainText(`${cheap}0.01€`);
  await country(page).selectOption('RS');
  await fillAddress(page);
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText(`Pay ${(2 * product.price + 0.01).toFixed(2)}€`);
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  expect(await readOrder(shop, token)).toMatchObject({ shippingName: cheap, delivery: { city: 'Novi Sad' } });
});

test('says on which days each method arrives, and where a pickup is collected', async ({ page, shop }) => {
  await page.route('/order', async (route) => {
    const response = await route.fetch();
    const address = '<meta name="shop-address" content="Main Street 1, Serbia" />';
    await route.fulfill({ response, body: (await response.text()).replace('<title>', `${address}<title>`) });
  });
  const courier = await addMethod(shop, { minDays: 40, maxDays: 70 });
  await openStep2(page, shop);
  const option = (name: string | RegExp) => page.locator('label', { has: page.getByRole('radio', { name }) });
  await expect(option(new RegExp(courier))).toContainText(/Arrives \w{3} \d+.*\s–\s\w{3} \d+/);
  await expect(option(/Collect in store/)).toContainText('Ready to collect today');
  await expect(option(/Collect in store/)).toContainText('Main Street 1, Serbia');
});

test('the proposed delivery follows the country, until the shopper chooses', async ({ page, shop }) => {
  await addMethod(shop);
  const french = await addMethod(shop, { price: 0, countries: ['FR'] });
  await openStep2(page, shop);
  await expect(page.getByRole('radio', { name: new RegExp(french) })).toHaveCount(0);
  await country(page).selectOption('FR');
  await expect(page.getByRole('radio', { name: new RegExp(french) })).toBeChecked();
  await country(page).selectOption('RS');
  await expect(summary(page)).not.toContainText(french);
  await expect(page.getByText("doesn't deliver to this country")).toHaveCount(0);
  await pickup(page).press('Space');
  await country(page).selectOption('FR');
  await expect(page.getByRole('radio', { name: new RegExp(french) })).toBeVisible();
  await expect(pickup(page)).toBeChecked();
});

for (const language of ['en-US@posix', 'C', '', 'en-US']) {
  test(`opens in a browser whose language is "${language}", with no country preselected`, async ({ page, shop }) => {
    await page.addInitScript((language) => {
      Object.defineProperty(navigator, 'language', { get: () => language });
      Object.defineProperty(navigator, 'languages', { get: () => [language] });
    }, language);
    await openStep2(page, shop);
    await expect(country(page)).toHaveValue('');
    await expect(payButton(page)).toBeEnabled();
  });
}

test('the country is the one of the shop, and those that it delivers to head the list', async ({ page, shop }) => {
  const defaults = { status: 'success', last: null, country: 'RS', countries: ['RS', 'DE'] };
  await respondWith(page, '/payment/defaults', 200, defaults);
  await openStep2(page, shop);
  await expect(country(page)).toHaveValue('RS');
  await expect(page.locator('optgroup[label="We deliver to"] option')).toHaveText(['Germany', 'Serbia']);
  await expect(page.locator('optgroup[label="Other countries"] option').first()).toHaveText('Afghanistan');
  await chooseByTyping(country(page), 'Fran', 'FR');
});

test('opens without what it could start with', async ({ page, shop }) => {
  await abortCalls(page, '/payment/defaults');
  await openStep2(page, shop);
  await expect(payButton(page)).toBeEnabled();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test('a stored user without names leaves the name empty', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { user, token } = await shop.newAccount();
  const { firstName, lastName, address, ...older } = user as typeof user & Record<string, unknown>;
  await respondWith(page, '/user/getSingleUser', 503, {});
  await storeCart(page, [cartItem(await shop.addProduct())]);
  await storeAccount(page, { user: older as unknown as typeof user, token });
  await page.goto('/order');
  await proceed(page).click();
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Address', { exact: true })).toHaveAttribute('autocomplete', 'shipping address-line1');
});

test("loads the provider's script beside the shop's own responses", async ({ page, shop }) => {
  const response = await holdCall(page, '/payment/defaults');
  const script = page.waitForRequest('**/stripe.js');
  await openStep2(page, shop);
  await script;
  response.release();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});
