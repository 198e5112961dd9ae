import type { Page } from '@playwright/test';
import type { Account } from './shop.ts';

/** Reads and writes the browser's local storage. */

/** Stores a value once, before the next page loads; later changes by the page stay. */
export async function store(page: Page, key: string, value: string): Promise<void> {
  await page.addInitScript(
    ([key, value, once]) => {
      if (sessionStorage.getItem(once) !== null) return;
      sessionStorage.setItem(once, 'done');
      localStorage.setItem(key, value);
    },
    [key, value, `stored ${crypto.randomUUID()}`] as const,
  );
}

/** Logs an account in through storage, before the next page loads. */
export async function storeAccount(page: Page, { user, token }: Pick<Account, 'user' | 'token'>): Promise<void> {
  await store(page, 'user', JSON.stringify(user));
  await store(page, 'token', token);
}

export async function storeCart(page: Page, items: object[]): Promise<void> {
  await store(page, 'cart', JSON.stringify(items));
}

/** Chooses pickup for an account's checkout, which then needs no address, whatever methods other tests have added. */
export async function storePickup(page: Page, { user }: Pick<Account, 'user'>): Promise<void> {
  await store(page, 'checkout', JSON.stringify({ userId: user._id, draft: { shippingMethod: 'pickup' } }));
}

/** Declines the line that offers the browser's language. */
export async function declineLanguageOffer(page: Page): Promise<void> {
  await store(page, 'languageOffer', 'declined');
}

/** Reads a stored value. */
export async function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), key);
}
