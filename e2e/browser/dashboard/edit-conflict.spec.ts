import type { Locator, Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { Shop } from '../shop.ts';
import { badGateway } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';

test.use({ login: 'admin' });

type Edits = {
  /** Saved through the API while the form is open. */
  theirs: { title?: string; price?: number };
  /** Typed into the form, by label. */
  mine: Record<string, string>;
};

/** Edits a product in the form while another admin saves it first. @returns the conflict dialog */
async function causeConflict(page: Page, shop: Shop, product: ProductView, { theirs, mine }: Edits): Promise<Locator> {
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, ...theirs });
  for (const [label, value] of Object.entries(mine)) await page.getByLabel(label, { exact: true }).fill(value);
  await save(page).click();
  return page.getByRole('dialog', { name: 'Someone saved changes while you were editing' });
}

test('a conflicting edit shows both versions, and theirs can be kept', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  const dialog = await causeConflict(page, shop, product, {
    theirs: { title: `${title} theirs`, price: 20 },
    mine: { Title: `${title} mine` },
  });
  await expect(dialog).toContainText(`Before${title}Theirs${title} theirsYours${title} mine`);
  await expect(dialog).toContainText('Before10.00€Theirs20.00€Yours10.00€');
  await expect(dialog).not.toContainText('Category');
  await expect(dialog.getByRole('button', { name: 'Keep both' })).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Title')).toHaveValue(`${title} mine`);
  await save(page).click();
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue(`${title} theirs`);
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('20.00');
  await page.getByLabel('Price', { exact: true }).fill('30');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title: `${title} theirs`, price: 30 });
});

test('a conflicting edit can overwrite the latest version, but only after showing it', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  const dialog = await causeConflict(page, shop, product, {
    theirs: { title: `${title} theirs` },
    mine: { Price: '11' },
  });
  await expect(dialog).toContainText(`Theirs${title} theirs`);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} a third` });
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toContainText(`Theirs${title} a third`);
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Product updated')).toBeVisible();
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title, price: 11 });
});

test('conflicting edits of different fields can both be kept', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  const dialog = await causeConflict(page, shop, product, {
    theirs: { price: 20 },
    mine: { Title: `${title} mine` },
  });
  await expect(dialog).toContainText('Keep both adds your changes to theirs: Title.');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('20.00');
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title: `${title} mine`, price: 20 });
});

test('a failed overwrite shows its error in the conflict dialog', async ({ page, product, shop }) => {
  const dialog = await causeConflict(page, shop, product, {
    theirs: { title: `${product.title} theirs` },
    mine: { Price: '11' },
  });
  const overwrite = dialog.getByRole('button', { name: 'Overwrite with mine' });
  await expect(overwrite).toBeVisible();
  await page.route('**/api/v1/admin/product', badGateway);
  await overwrite.click();
  await expect(dialog.getByRole('alert')).toHaveText('Edit product failed. Please try again.');
  await page.unroute('**/api/v1/admin/product');
  await overwrite.click();
  await expect(dialog).toBeHidden();
});
