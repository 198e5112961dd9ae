import type { Locator, Page } from '@playwright/test';
import { cartItem, products, storeLogin } from './steps.ts';
import { storeCart } from './storage.ts';

/** The way from a cart to the provider's card form, and what is typed there. */

/** https://docs.stripe.com/testing */
export const CARDS = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0025 0000 3155',
};

/** Opens the cart of a new shopper who is logged in, with one product in it. @returns who and what it is */
export async function goToCart(page: Page) {
  const [product] = await products(page);
  if (!product) throw new Error('The demo shop is empty');
  await storeCart(page, [cartItem(product)]);
  const shopper = await storeLogin(page);
  await page.goto('/order');
  return { ...shopper, product };
}

/** From an empty shop to the payment, with one product in the cart. */
export async function goToPayment(page: Page) {
  const shopper = await goToCart(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  return shopper;
}

export function cardForm(page: Page) {
  return page.frameLocator('iframe').first();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12 / 34');
  await form.getByLabel('Security code').fill('123');
}

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Pay / });
}
