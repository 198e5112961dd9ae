import type { Page } from '@playwright/test';
import { respondWith } from '../../testing/responses.ts';
import { cardForm, fillCard, goToPayment, payButton, submitLogin } from './steps.ts';
import { expect, test } from './test.ts';

/** Assigns a string where the browser would run it. @returns the error's name, or how it ended */
function inject(page: Page, what: 'HTML' | 'script of another site'): Promise<string> {
  return page.evaluate((what) => {
    try {
      if (what === 'HTML') document.createElement('div').innerHTML = '<img src="/x" onerror="alert(1)">';
      else document.createElement('script').src = 'https://evil.example/script.js';
      return 'accepted';
    } catch (error) {
      return error instanceof Error ? error.name : 'other';
    }
  }, what);
}

test('no string becomes HTML or a script, before and after the code of the payment has loaded', async ({
  page,
  shop,
}) => {
  await page.goto('/contact');
  expect(await inject(page, 'HTML')).toBe('TypeError');
  expect(await inject(page, 'script of another site')).toBe('TypeError');
  await goToPayment(page, shop);
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  expect(await inject(page, 'HTML')).toBe('TypeError');
  expect(await inject(page, 'script of another site')).toBe('TypeError');
  await fillCard(page, '4242 4242 4242 4242');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: /Thank|placed|confirmed/i })).toBeVisible();
});

test('a response that is no error leaves nothing of it in the console', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', async (entry) => {
    const values = await Promise.all(entry.args().map((each) => each.evaluate((value) => JSON.stringify(value))));
    logged.push(entry.text(), ...values.map(String));
  });
  await page.goto('/authorization');
  // A proxy in between has lost the status.
  await respondWith(page, '/user/login', 200, { token: 'a-secret-token', user: {} });
  const failed = page.waitForEvent('console', (entry) => entry.text().includes('ApiError'));
  await submitLogin(page, 'ana@example.com', 'a secret password');
  await failed;
  await expect.poll(() => logged.join('\n')).toContain('ApiError');
  expect(logged.join('\n')).not.toMatch(/a-secret-token|a secret password/);
});
