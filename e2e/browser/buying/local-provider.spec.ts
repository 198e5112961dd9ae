import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { CARDS, goToPayment, heading, payButton, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

// The same checkout with another provider, which has its own fields and nothing of Stripe's.
test.use({ variables: { PAYMENT_PROVIDER: 'local' } });

async function fill(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill('123');
}

test('a shopper pays at another provider, after a card that is declined', async ({ page, shop }) => {
  await goToPayment(page, shop);
  await expect(payButton(page)).toBeEnabled();
  await expect(page.locator('iframe, script[src*="stripe"]')).toHaveCount(0);
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(toast(page, 'Your card number is incomplete.')).toBeVisible();
  await expectAccessible(page, 'The fields of another provider');
  await fill(page, CARDS.declined);
  await payButton(page).click();
  await expect(toast(page, 'Your card was declined.')).toBeVisible();
  await fill(page, CARDS.success);
  await page.getByLabel('Security code').press('Enter');
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
});

test("the shopper's bank can ask first, and the webhook alone settles the order", async ({ page, shop }) => {
  const { token } = await goToPayment(page, shop);
  await fill(page, CARDS.threeDSecure);
  // The browser never loads the return page.
  await page.route('**/order?**', (route) => route.abort());
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  const states = async () =>
    (await shop.call('GET', '/orders', { token })).body.orders.map(({ state }: { state: string }) => state);
  await expect.poll(states).toEqual(['paid']);
});
