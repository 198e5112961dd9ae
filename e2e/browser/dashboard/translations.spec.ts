import type { Locator, Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { expectAccessible } from '../accessible.ts';
import { addMethod } from '../buying/checkout.ts';
import { type Shop, shortId } from '../shop.ts';
import { expectNothingSent, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { save } from './edit-product.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin', languages: ['en', 'de', 'sr'] });

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
/** The fields of the language on screen. */
const panel = (page: Page) => page.getByRole('tabpanel');
const title = (page: Page) => panel(page).getByLabel('Title');
const description = (page: Page) => panel(page).getByLabel('Description');

async function open(page: Page, { _id }: ProductView): Promise<void> {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(tab(page, 'English')).toBeVisible();
}

async function translationsOf(shop: Shop, id: string) {
  return (await shop.callAsAdmin('GET', `/admin/product/${id}`)).product.translations;
}

const translate = (shop: Shop, id: string, translations: object) =>
  shop.callAsAdmin('PUT', '/admin/product', { id, translations });

async function expectLanguage(field: Locator, lang: string): Promise<void> {
  await expect(field).toHaveAttribute('lang', lang);
  await expect(field).toHaveAttribute('dir', 'ltr');
}

test('a product has its texts in each language, and a tab says what is missing', async ({ page, shop, product }) => {
  await translate(shop, product._id, { sr: { title: 'Lampa' } });
  await open(page, product);
  await expect(page.getByRole('tab')).toHaveText(['English', /^Deutsch.*2 missing$/, /^Srpski.*1 missing$/]);
  await expect(tab(page, 'Deutsch · 2 missing')).toHaveAttribute('aria-selected', 'false');
  await expect(title(page)).toHaveValue(product.title);
  await expectLanguage(title(page), 'en');

  await tab(page, 'English').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Deutsch')).toBeFocused();
  await expect(tab(page, 'Deutsch')).toHaveAttribute('aria-selected', 'true');
  await expect(title(page)).toHaveValue('');
  await expect(title(page)).toHaveAttribute('placeholder', product.title);
  await expect(description(page)).toHaveAttribute('placeholder', product.description);
  await expectLanguage(title(page), 'de');
  await expectLanguage(description(page), 'de');
  await expectAccessible(page, 'the translations of a product');

  await title(page).fill('Leuchte');
  await expect(tab(page, 'Deutsch · 1 missing')).toBeVisible();
  await description(page).fill('Hell');
  await expect(page.getByRole('tab', { name: 'Deutsch', exact: true })).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page).click();
  await expect(toast(page, 'Product updated')).toBeVisible();
  expect((await sent).postDataJSON().translations).toEqual({ de: { title: 'Leuchte', description: 'Hell' } });
  expect(await translationsOf(shop, product._id)).toEqual({
    de: { title: 'Leuchte', description: 'Hell' },
    sr: { title: 'Lampa' },
  });

  await page.keyboard.press('Escape');
  await title(page).fill('');
  await description(page).fill(' ');
  await save(page).click();
  await expect.poll(() => translationsOf(shop, product._id)).toEqual({ sr: { title: 'Lampa' } });
});

test('the tabs follow the arrow keys around, and only the open one is in the tab order', async ({ page, product }) => {
  await open(page, product);
  await tab(page, 'English').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Srpski')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'English')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(title(page)).toBeFocused();
});

test('a text that is too long opens its tab, and nothing is sent', async ({ page, product }) => {
  await open(page, product);
  await tab(page, 'Srpski').click();
  await title(page).fill('x'.repeat(201));
  await tab(page, 'English').click();
  const changes = watchChanges(page);
  await save(page).click();
  await expect(tab(page, 'Srpski')).toHaveAttribute('aria-selected', 'true');
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveAccessibleDescription('A translation can have at most 200 characters.');
  await expect(tab(page, "Srpski can't be saved")).toBeVisible();

  await tab(page, 'English').click();
  await title(page).fill('');
  await tab(page, 'Srpski').click();
  await save(page).click();
  await expect(tab(page, 'English')).toHaveAttribute('aria-selected', 'true');
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveAccessibleDescription('Title is required');
  await expectNothingSent(page, changes);
});

test('a conflicting edit names the translations, and different ones can both be kept', async ({
  page,
  shop,
  product,
}) => {
  const { _id: id } = product;
  await translate(shop, id, { de: { title: 'Leuchte' } });
  await open(page, product);
  await translate(shop, id, { de: { title: 'Lampe' }, sr: { title: 'Lampa' } });
  await tab(page, 'Deutsch').click();
  await description(page).fill('Hell');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone saved changes while you were editing' });
  await expect(dialog).toContainText('Title (Deutsch)BeforeLeuchteTheirsLampeYoursLeuchte');
  await expect(dialog).toContainText('Title (Srpski)BeforeNoneTheirsLampaYoursNone');
  await expect(dialog).toContainText('Keep both adds your changes to theirs: Description (Deutsch).');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(dialog).toBeHidden();
  await expect(title(page)).toHaveValue('Lampe');
  expect(await translationsOf(shop, id)).toEqual({
    de: { title: 'Lampe', description: 'Hell' },
    sr: { title: 'Lampa' },
  });
});

test('a copy of a product has its translations, also in a language that is switched off', async ({
  page,
  shop,
  product,
}) => {
  const translations = { de: { title: 'Leuchte', description: 'Hell' }, 'en-XA': { title: 'Ļāmp' } };
  await translate(shop, product._id, translations);
  await open(page, product);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Copy ${product.title}`);
  const name = `Copy ${shortId()}`;
  await title(page).fill(name);
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  const { products } = await shop.callAsAdmin('GET', `/admin/product?search=${encodeURIComponent(name)}`);
  expect(products).toMatchObject([{ title: name, translations }]);
});

test('new variants have titles in each language', async ({ page, shop, product }) => {
  await translate(shop, product._id, { de: { title: 'Leuchte', description: 'Hell' } });
  await page.goto(`/dashboard/add-product?variant=${product._id}`);
  await page.getByLabel('Option', { exact: true }).fill('Size');
  await page.getByLabel('Values').fill('Small, Large');
  await page.getByRole('button', { name: 'Add variants' }).click();
  await expect(page).toHaveURL(`/dashboard/products/${product._id}`);
  const { products } = await shop.callAsAdmin('GET', `/admin/product?categoryId=${product.categoryId._id}`);
  const added = products.find(({ _id }: ProductView) => _id !== product._id);
  expect(added.translations).toEqual({ de: { title: 'Leuchte Large', description: 'Hell' } });
});

test('a category has its name in each language, which is unique there', async ({ page, shop }) => {
  const name = `Lamps ${shortId()}`;
  const other = `Lights ${shortId()}`;
  const german = `Leuchten ${shortId()}`;
  const categoryId = await shop.addCategory(name);
  await shop.callAsAdmin('POST', '/admin/category', {
    categoryName: other,
    translations: { de: { categoryName: german } },
  });
  await page.goto(`/dashboard/categories?search=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole('button', { name: 'Edit' }).click();
  const field = panel(page).getByLabel('Category Name');
  await expect(field).toBeFocused();
  await tab(page, 'Deutsch · 1 missing').click();
  await expect(field).toHaveAttribute('placeholder', name);
  await field.fill(german);
  await tab(page, 'Srpski').click();
  await save(page).click();
  await expect(tab(page, 'Deutsch')).toHaveAttribute('aria-selected', 'true');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Another category has this name (Deutsch).');
  await expectAccessible(page, 'the translations of a category');
  await field.fill(`${german} 2`);
  await save(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { allCategories } = await shop.callAsAdmin('GET', `/admin/category?search=${encodeURIComponent(name)}`);
  expect(allCategories).toMatchObject([
    { _id: categoryId, categoryName: name, translations: { de: { categoryName: `${german} 2` } } },
  ]);
});

test('a shipping method has its name in each language', async ({ page, shop }) => {
  const name = await addMethod(shop);
  await page.goto('/dashboard/shipping');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await tab(page, 'Srpski · 1 missing').click();
  await panel(page).getByLabel('Name').fill('Kurir');
  await expectAccessible(page, 'the translations of a shipping method');
  await save(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const { shippingMethods } = await shop.callAsAdmin('GET', '/admin/shipping-method');
  expect(shippingMethods.find((method: { name: string }) => method.name === name)).toMatchObject({
    translations: { sr: { name: 'Kurir' } },
  });
});

test('the languages of the shop are switched on and off', async ({ page, shop, product }) => {
  await page.goto('/dashboard/shop');
  const languages = page.getByRole('region', { name: 'Languages' });
  const box = (name: string) => languages.getByRole('checkbox', { name });
  await expect(box('English')).toBeChecked();
  await expect(box('English')).toBeDisabled();
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page, 'the languages of the shop');
  await box('Srpski').uncheck();
  await save(page).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(box('Srpski')).not.toBeChecked();
  const { settings } = await shop.callAsAdmin('GET', '/admin/settings');
  expect(settings.languages).toEqual(['en', 'de']);
  await open(page, product);
  await expect(page.getByRole('tab')).toHaveCount(2);
});

test('names what changed in the audit trail', async ({ page, shop, product }) => {
  await translate(shop, product._id, { de: { title: 'Leuchte' } });
  await page.goto(`/dashboard/audit-trail?search=${encodeURIComponent(product.title)}`);
  await expect(page.getByRole('main')).toContainText('title (Deutsch)');
});

test.describe('in a shop of one language', () => {
  test.use({ languages: ['en'] });

  test('there are no tabs', async ({ page, product }) => {
    await page.goto(`/dashboard/products/${product._id}`);
    await expect(page.getByLabel('Title')).toHaveValue(product.title);
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByLabel('Title')).not.toHaveAttribute('lang');
  });
});
