import { openEdit, save } from './edit-product.ts';
import { badGateway } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ login: 'admin' });

test('a conflicting edit shows both versions, and the newer one can be taken over', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs`, price: 20 });
  await page.getByLabel('Title').fill(`${title} mine`);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone saved changes while you were editing' });
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
  await expect(page.getByLabel('Price')).toHaveValue('20.00');
  await page.getByLabel('Price').fill('30');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title: `${title} theirs`, price: 30 });
});

test('a conflicting edit can be overwritten after seeing its latest version', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs` });
  await page.getByLabel('Price').fill('11');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Theirs${title} theirs`);
  // After a third edit the dialog must show that version before it is overwritten.
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
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, price: 20 });
  await page.getByLabel('Title').fill(`${title} mine`);
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Keep both adds your changes to theirs: Title.');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(page.getByLabel('Price')).toHaveValue('20.00');
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title: `${title} mine`, price: 20 });
});

test('a failed overwrite shows its error in the conflict dialog', async ({ page, product, shop }) => {
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs` });
  await page.getByLabel('Price').fill('11');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  const overwrite = dialog.getByRole('button', { name: 'Overwrite with mine' });
  await expect(overwrite).toBeVisible();
  await page.route('**/api/v1/admin/product', badGateway);
  await overwrite.click();
  await expect(dialog.getByRole('alert')).toHaveText('Edit product failed. Please try again.');
  await page.unroute('**/api/v1/admin/product');
  await overwrite.click();
  await expect(dialog).toBeHidden();
});
