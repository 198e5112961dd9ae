import { expectAccessible } from '../accessible.ts';
import { toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';

test.use({ login: 'admin' });

test('a product has a VAT class', async ({ page, shop, product }) => {
  await openEdit(page, product);
  const choice = page.getByLabel('VAT class');
  await expect(choice).toHaveValue('standard');
  await choice.selectOption('Reduced rate');
  await expectAccessible(page, "the form of a product's VAT class");
  await save(page).click();
  await expect(toast(page, 'Product updated')).toBeVisible();
  expect((await shop.callAsAdmin('GET', `/admin/product/${product._id}`)).product.taxClass).toBe('reduced');
  await openEdit(page, product);
  await expect(choice).toHaveValue('reduced');
});
