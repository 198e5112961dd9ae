import type { Page } from '@playwright/test';
import { addMethod, applyCode, codeField, proceed, summary } from './buying/checkout.ts';
import { cartLink, goToCart, goToPayment, heading, payButton } from './steps.ts';
import { expect, test } from './test.ts';

/** Replaces each text by nested elements with the same text, as browsers do that translate a page. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('root') ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('select, textarea, [translate="no"]')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

const euros = (amount: number) => `${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}€`;

test('a translated cart shows the right amounts', async ({ page, shop }) => {
  const { product } = await goToCart(page, shop);
  await translate(page);
  await page.getByRole('button', { name: /^Increase/ }).click();
  const line = page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
  const total = euros((Math.round(product.price * 100) * 3) / 100);
  await expect(line).toContainText(`Subtotal ${total}`);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(`Total${total}`);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Items3');
  await page.getByLabel('Currency').selectOption('USD');
  await expect(line).toContainText('Subtotal $');
  await expect(line).not.toContainText('€');
  await cartLink(page).hover();
  const panel = page.getByRole('banner').getByRole('region', { name: 'Cart' });
  await expect(panel).toContainText('× 3');
  await translate(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Decrease/ })
    .click();
  await cartLink(page).hover();
  await expect(panel).toContainText('× 2');
});

test('a translated checkout shows what is paid, and its fields show their errors', async ({ page, shop }) => {
  const courier = await addMethod(shop);
  const { product } = await goToPayment(page, shop);
  await expect(payButton(page)).toBeEnabled();
  await translate(page);
  await page.getByRole('radio', { name: new RegExp(courier) }).press('Space');
  const total = euros(2 * product.price + 5);
  await expect(summary(page)).toContainText(`Total${total}`);
  await expect(payButton(page)).toHaveText(`Pay ${total}`);
  await translate(page);
  await page.getByLabel('Full name').focus();
  await page.getByLabel('City').focus();
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Name is required');
  await page.getByLabel('Full name').fill('Ada');
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('');
  await applyCode(page, 'NONSENSE');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await translate(page);
  await page.getByRole('button', { name: 'Continue without a code' }).click();
  await expect(codeField(page)).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(proceed(page)).toBeVisible();
});

test('a translated form keeps what was typed when it shows an error', async ({ page }) => {
  await page.goto('/authorization');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await translate(page);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('abc');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required');
  await expect(page.getByLabel('Username')).toHaveValue('ada');
  await translate(page);
  await page.getByLabel('Email').fill('ada');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is not valid');
  await expect(heading(page, 'Something went wrong')).toHaveCount(0);
});

test('the counter of a translated text area counts on', async ({ page, product }) => {
  await page.goto(`/product/${product._id}`);
  const comment = page.getByLabel('Write a comment');
  await comment.fill('x'.repeat(499));
  await translate(page);
  await comment.fill('x'.repeat(501));
  await expect(page.getByText('501/500')).toBeVisible();
});
