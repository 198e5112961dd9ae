import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { badGateway } from '../steps.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

const shortId = () => crypto.randomUUID().slice(0, 8);
const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

test('shipping methods: adds, edits, refuses and deletes', async ({ page, shop }) => {
  const [name, code] = [`Van ${shortId()}`, `van-${shortId()}`];
  await page.goto('/dashboard/shipping');
  await page.getByRole('button', { name: 'Add shipping method' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Code').fill('pickup');
  await dialog(page).getByLabel('Price in EUR').fill('4.9');
  await dialog(page).getByLabel('Free from').fill('100');
  await dialog(page).getByLabel('Minimum days').fill('3');
  await dialog(page).getByLabel('Maximum days').fill('2');
  await dialog(page).getByLabel('Countries').selectOption('Serbia');
  await dialog(page).getByLabel('Countries').selectOption('Germany');
  await dialog(page).getByRole('button', { name: 'Remove Germany' }).click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByLabel('Maximum days')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Maximum days').fill('5');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByLabel('Code')).toBeFocused();
  await expect(dialog(page).getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the shipping form');
  await dialog(page).getByLabel('Code').fill(code);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  for (const text of ['On', '4.90€', 'Free from 100.00€', '3–5 days', 'Serbia']) {
    await expect(rowOf(page, name)).toContainText(text);
  }
  await expectAccessible(page, 'the shipping methods');

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog(page).getByLabel('Price in EUR').fill('6');
  await dialog(page).getByLabel('Customers can choose it').press('Space');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, name)).toContainText('6.00€');
  await expect(rowOf(page, name)).toContainText('Off');
  const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
  expect(shippingMethods.find((method: { code: string }) => method.code === code)).toMatchObject({
    name,
    price: 6,
    freeFrom: 100,
    countries: ['RS'],
    isActive: false,
  });

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(dialog(page)).toHaveAccessibleName('Delete this shipping method?');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete Collect in store' })).toHaveCount(0);
});

test('a setting that could not be saved says why above the buttons of its form', async ({ page }) => {
  await page.goto('/dashboard/shipping');
  await page.getByRole('button', { name: 'Add shipping method' }).click();
  await dialog(page).getByLabel('Name').fill('Van');
  await dialog(page).getByLabel('Code').fill(`van-${shortId()}`);
  await dialog(page).getByLabel('Price in EUR').fill('5');
  await dialog(page).getByLabel('Minimum days').fill('1');
  await dialog(page).getByLabel('Maximum days').fill('2');
  await page.route('**/api/v1/admin/shipping-method', badGateway);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(/failed\. Please try again\.$/);
  await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'the shipping form with a failure');
});

test('discounts: adds, edits, refuses and deletes', async ({ page, shop }) => {
  const code = `SPRING-${shortId()}`;
  const category = `Toys ${shortId()}`;
  const categoryId = await shop.addCategory(category);
  await page.goto('/dashboard/discounts');
  await page.getByRole('button', { name: 'Add discount' }).click();
  await dialog(page).getByLabel('Code').fill(code);
  await dialog(page).getByLabel('Percent').fill('101');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByLabel('Percent')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Percent').fill('12.5');
  await dialog(page).getByLabel('Total uses').fill('3');
  await dialog(page).getByLabel('Starts').fill('2100-01-01T10:00');
  await dialog(page).getByLabel('Categories').selectOption(category);
  await expectAccessible(page, 'the discount form');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  for (const text of ['Scheduled', '12.5% off', 'Some categories', '0 of 3 used']) {
    await expect(rowOf(page, code)).toContainText(text);
  }
  await expectAccessible(page, 'the discounts');

  await page.getByRole('button', { name: `Edit ${code}` }).click();
  await expect(dialog(page).getByLabel('Starts')).toHaveValue('2100-01-01T10:00');
  await dialog(page).getByLabel('Starts').fill('');
  await dialog(page).getByLabel('Discount type').selectOption('Fixed amount');
  await dialog(page).getByLabel('Amount in EUR').fill('20');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, code)).toContainText('20.00€ off');
  await expect(rowOf(page, code)).toContainText('On');
  const { discounts } = await shop.callAsAdmin('GET', '/admin/discount');
  expect(discounts.find((discount: { code: string }) => discount.code === code)).toMatchObject({
    percent: null,
    amount: 20,
    startsAt: null,
    categoryIds: [categoryId],
    maxUses: 3,
    maxUsesPerShopper: null,
  });

  await page.getByRole('button', { name: `Delete ${code}` }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, code)).toHaveCount(0);
});

test("an edit sends only its own changes and keeps another admin's", async ({ page, shop }) => {
  const id = shortId();
  const byId = (list: { _id: string }[], wanted: string) => list.find(({ _id }) => _id === wanted);

  const code = `LEAKED-${id}`;
  const { discount } = await shop.callAsAdmin('POST', '/admin/discount', { code, percent: 10 });
  await page.goto('/dashboard/discounts');
  await page.getByRole('button', { name: `Edit ${code}` }).click();
  await shop.callAsAdmin('PUT', `/admin/discount/${discount._id}`, { isActive: false, percent: 5 });
  await dialog(page).getByLabel('Minimum').fill('50');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  const { discounts } = await shop.callAsAdmin('GET', '/admin/discount');
  expect(byId(discounts, discount._id)).toMatchObject({ code, minimum: 50, isActive: false, percent: 5 });

  const van = { code: `van-${id}`, name: `Van ${id}`, price: 5, minDays: 1, maxDays: 2 };
  const { shippingMethod } = await shop.callAsAdmin('POST', '/admin/shipping-method', van);
  await page.goto('/dashboard/shipping');
  await page.getByRole('button', { name: `Edit ${van.name}` }).click();
  const methodChange = { isActive: false, countries: ['RS'] };
  await shop.callAsAdmin('PUT', `/admin/shipping-method/${shippingMethod._id}`, methodChange);
  await dialog(page).getByLabel('Price in EUR').fill('6');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
  expect(byId(shippingMethods, shippingMethod._id)).toMatchObject({ ...van, ...methodChange, price: 6 });

  const name = `Halden ${id}`;
  const company = { name, address: 'Ringstraße 5, Wien', contact: 'help@halden.example' };
  const { _id } = (await shop.callAsAdmin('POST', '/admin/company', company)).company;
  await page.goto('/dashboard/companies');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await shop.callAsAdmin('PUT', `/admin/company/${_id}`, { ...company, contact: 'new@halden.example' });
  await dialog(page).getByLabel('Postal address').fill('Ringstraße 6, Wien');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  const { companies } = await shop.callAsAdmin('GET', '/admin/company');
  const companyNow = { name, address: 'Ringstraße 6, Wien', contact: 'new@halden.example' };
  expect(byId(companies, _id)).toMatchObject(companyNow);

  const format = { format: 'idealo', language: 'en', currency: 'EUR', country: 'LU' };
  const { feed } = await shop.callAsAdmin('POST', '/admin/feed', format);
  await page.goto(`/dashboard/feeds/${feed._id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await shop.callAsAdmin('PUT', `/admin/feed/${feed._id}`, { country: 'BE' });
  await dialog(page).getByLabel('Currency').selectOption('USD');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  const { feeds } = await shop.callAsAdmin('GET', '/admin/feed');
  expect(byId(feeds, feed._id)).toMatchObject({ ...format, currency: 'USD', country: 'BE' });
});

test('numbers are read as they are typed, or refused: never lost, and never others', async ({ page, shop }) => {
  const code = `COMMA-${shortId()}`;
  await page.goto('/dashboard/discounts');
  await page.getByRole('button', { name: 'Add discount' }).click();
  await dialog(page).getByLabel('Code').fill(code);
  await dialog(page).getByLabel('Discount type').selectOption('Fixed amount');
  await dialog(page).getByLabel('Amount in EUR').pressSequentially('12,50');
  await dialog(page).getByLabel('Minimum subtotal').pressSequentially('fifty');
  await dialog(page).getByLabel('Total uses').pressSequentially('2.5');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('Minimum must be from 0 to')).toBeVisible();
  await expect(dialog(page).getByText('Uses must be a whole number')).toBeVisible();
  await dialog(page).getByLabel('Minimum subtotal').fill('50,00');
  await dialog(page).getByLabel('Total uses').fill('1,000');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, code)).toContainText('12.50€ off');
  const { discounts } = await shop.callAsAdmin('GET', '/admin/discount');
  expect(discounts.find((discount: { code: string }) => discount.code === code)).toMatchObject({
    amount: 12.5,
    minimum: 50,
    maxUses: 1000,
    maxUsesPerShopper: null,
  });

  const method = `van-${shortId()}`;
  await page.goto('/dashboard/shipping');
  await page.getByRole('button', { name: 'Add shipping method' }).click();
  await dialog(page).getByLabel('Name').fill(method);
  await dialog(page).getByLabel('Code').fill(method);
  await dialog(page).getByLabel('Price in EUR').pressSequentially('4,90');
  await dialog(page).getByLabel('Free from').pressSequentially('1,200');
  await dialog(page).getByLabel('Minimum days').pressSequentially('1');
  await dialog(page).getByLabel('Maximum days').pressSequentially('2-3');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('Maximum days must be a whole number')).toBeVisible();
  await dialog(page).getByLabel('Maximum days').fill('3');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, method)).toContainText('Free from 1,200.00€');
  const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
  expect(shippingMethods.find((other: { code: string }) => other.code === method)).toMatchObject({ price: 4.9 });

  await page.goto('/dashboard/vat');
  await page.getByLabel("Shop's rate in percent").fill('8,1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('VAT rates updated')).toBeVisible();
  expect((await shop.callAsAdmin('GET', '/admin/tax')).tax).toMatchObject({ shopRate: 8.1 });
  await shop.callAsAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [] });
});

test('VAT: replaces the rates, refuses wrong ones, and asks before changes are lost', async ({ page, shop }) => {
  await shop.callAsAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [{ country: 'DE', rate: 19 }] });
  await page.goto('/dashboard/vat');
  await expect(page.getByLabel("Shop's rate in percent")).toHaveValue('20');
  await page.getByLabel('Add a country').selectOption('France');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('France, in percent')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('France, in percent').fill('5.5');
  await page.getByRole('button', { name: 'Remove Germany' }).click();
  await page.getByRole('link', { name: 'Discounts' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel("Shop's reduced rate in percent").fill('10');
  await page.getByLabel('Add a reduced rate').selectOption('France');
  await page.getByLabel('France, reduced, in percent').fill('2.1');
  await expectAccessible(page, 'the VAT rates');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('VAT rates updated')).toBeVisible();
  const { tax } = await shop.callAsAdmin('GET', '/admin/tax');
  expect(tax).toMatchObject({ shopRate: 20, rates: [{ country: 'FR', rate: 5.5 }] });
  expect(tax.reduced).toEqual({ shopRate: 10, rates: [{ country: 'FR', rate: 2.1 }] });
  const nothing = { shopRate: 0, rates: [] };
  await shop.callAsAdmin('PUT', '/admin/tax', { ...nothing, reduced: nothing });
});

test('the shop: changes what pages, emails and documents say, and asks before changes are lost', async ({
  page,
  shop,
}) => {
  const before = (await shop.callAsAdmin('GET', '/admin/settings')).settings;
  await page.goto('/dashboard/shop');
  await expect(page.getByLabel('Name of the shop')).toHaveValue(before.name);
  const fixed = page.getByLabel('Email', { exact: true });
  await expect(fixed).toBeDisabled();
  await expect(fixed).toHaveAccessibleDescription('Set by SUPPORT_EMAIL on the server.');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectAccessible(page, "the shop's settings");

  await page.getByLabel('Company name').fill(' Tea Ltd ');
  await page.getByLabel('City').fill('Wien');
  await page.getByLabel('Country', { exact: true }).selectOption('Austria');
  await page.getByLabel('Days to return').fill('13');
  await page.getByRole('link', { name: 'Discounts' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Days to return must be a whole number from 14 to 365')).toBeVisible();
  await page.getByLabel('Days to return').fill('30');
  const equipment = page.getByRole('group', { name: 'Electrical equipment (WEEE)' });
  await equipment.getByLabel('Add a country').selectOption('Germany');
  await equipment.getByLabel('Number in Germany').fill('DE 12345678');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { settings } = await shop.callAsAdmin('GET', '/admin/settings');
  expect(settings).toEqual({
    ...before,
    legalName: 'Tea Ltd',
    address: { ...before.address, city: 'Wien', country: 'AT' },
    returnDays: 30,
    weee: [{ country: 'DE', number: 'DE 12345678' }],
  });
  const { legalName, address, returnDays, weee } = before;
  await shop.callAsAdmin('PUT', '/admin/settings', { legalName, address, returnDays, weee });
});

test('legal duties: leads to what is open, and takes a reason for what does not apply', async ({ page, shop }) => {
  await page.goto('/dashboard/duties');
  const group = (name: string) => page.getByRole('region', { name });
  const duty = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(group('Open').getByText('Directive 2000/31/EC, Art. 5', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the legal duties');

  const name = 'Registration for batteries';
  await duty(name).getByRole('button', { name: "Doesn't apply" }).click();
  await expectAccessible(page, 'the reason why a duty does not apply');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Reason is required')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('We sell no batteries.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(group("Doesn't apply")).toContainText("Doesn't apply: We sell no batteries.");
  const { dutiesOpen } = await shop.callAsAdmin('GET', '/admin/work');
  const entry = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Legal duties' });
  await expect(entry).toHaveAccessibleName(`Legal duties ${dutiesOpen} to fulfill`);
  await duty(name).getByRole('button', { name: 'Applies after all' }).click();
  await expect(group('Open')).toContainText(name);

  await duty(name).getByRole('link', { name: 'Fulfill' }).click();
  await expect(page).toHaveURL('/dashboard/shop#registrations');
  await expect(page.getByRole('region', { name: 'Registrations' })).toBeInViewport();
});
