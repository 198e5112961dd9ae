import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { shortId } from '../shop.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';

test.use({ login: 'admin' });

const section = (page: Page, name: string): Locator =>
  page.locator('details').filter({ has: page.getByText(name, { exact: true }) });

test('an admin enters what the law asks for, in sections that fold while they are empty', async ({
  page,
  shop,
  product,
}) => {
  const company = { name: `Lumen ${shortId()}`, address: 'Ringstraße 5\n1010 Wien', contact: 'help@lumen.example' };
  await shop.callAsAdmin('POST', '/admin/company', company);
  await openEdit(page, product);
  for (const name of ['Identification', 'Safety and companies', 'Energy and charger', 'Guarantee and repair']) {
    await expect(section(page, name)).not.toHaveAttribute('open');
    await section(page, name).locator('summary').click();
  }
  await expectAccessible(page, 'the product form');

  const sku = `SKU ${shortId()}`;
  await page.getByLabel('SKU').fill(sku);
  await page.getByLabel('GTIN').fill('4006381333932');
  await page.getByLabel('Manufacturer', { exact: true }).selectOption(company.name);
  await page.getByLabel('EPREL number').fill('123');
  await page.getByLabel('Repairability score').fill('7.5');
  await section(page, 'Identification').locator('summary').click();
  await save(page).click();
  // The section opens again at the field that is wrong.
  await expect(page.getByLabel('GTIN')).toBeFocused();
  await expect(page.getByLabel('Energy class')).toHaveAccessibleDescription(/A to G/);

  await page.getByLabel('GTIN').fill('4006381333931');
  await page.getByLabel('Energy class').selectOption('B');
  await save(page).click();
  await expect(toast(page, 'Product updated')).toBeVisible();
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${product._id}`);
  expect(saved).toMatchObject({
    sku,
    gtin: '4006381333931',
    manufacturer: company,
    energy: { class: 'B', eprel: '123' },
    repairScore: 7.5,
    charger: null,
  });

  await page.reload();
  await expect(page.getByLabel('SKU')).toHaveValue(sku);
  await expect(page.getByLabel('Manufacturer', { exact: true })).toHaveValue(/.+/);
  await expect(section(page, 'Energy and charger')).toHaveAttribute('open');
});

test('an admin keeps companies, which can only be deleted while no product refers to them', async ({
  page,
  shop,
  product,
}) => {
  const name = `Halden ${shortId()}`;
  await page.goto('/dashboard/companies');
  await page.getByRole('button', { name: 'Add company' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Postal address').fill('Ringstraße 5\n1010 Wien');
  await dialog.getByLabel('Email or website').fill('help@halden.example');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Ringstraße 5, 1010 Wien')).toBeVisible();
  await expectAccessible(page, 'companies');

  const { companies } = await shop.callAsAdmin('GET', '/admin/company');
  const { _id } = companies.find((each: { name: string }) => each.name === name);
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, manufacturerId: _id });
  const remove = async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await expect(toast(page, 'Products refer to this company')).toBeVisible();
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, manufacturerId: null });
  await remove();
  await expect(page.getByRole('paragraph').filter({ hasText: name })).toHaveCount(0);
});
