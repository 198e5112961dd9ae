import type { Page } from '@playwright/test';
import { hold, holdCall } from '../../testing/answers.ts';
import { cards } from './steps.ts';
import { expect, test } from './test.ts';

const loader = (page: Page) => page.getByRole('status').filter({ hasText: /^Loading$/ });

/** Opens the shop at a time that stands still. */
async function openAtStandstill(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Products' })).toHaveAttribute('aria-busy', 'true');
}

/** Lets time pass until the loader shows: its delay begins a moment after what it is for. */
async function passUntilLoader(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(loader(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

/** The catalogue must show a card. */
test.beforeEach(async ({ shop }) => {
  await shop.addProductOnly();
});

test('the full-screen loader shows while a request takes its time, and goes with the answer', async ({ page }) => {
  const answer = await holdCall(page, '/products');
  await openAtStandstill(page);
  await passUntilLoader(page);
  const box = await loader(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  answer.release();
  await expect(cards(page).first()).toBeVisible();
  await page.clock.runFor(1000);
  await expect(loader(page)).toHaveCount(0);
});

test('the full-screen loader does not flash where the answer is fast', async ({ page }) => {
  const answer = await holdCall(page, '/products');
  await openAtStandstill(page);
  await page.clock.runFor(100);
  await expect(loader(page)).toHaveCount(0);
  answer.release();
  await expect(cards(page).first()).toBeVisible();
  await page.clock.runFor(1000);
  await expect(loader(page)).toHaveCount(0);
});

test('the loader stays in one piece over requests that follow each other', async ({ page }) => {
  const first = await holdCall(page, '/products');
  const second = await holdCall(page, '/products/single/*');
  await openAtStandstill(page);
  await passUntilLoader(page);
  first.release();
  await cards(page).first().click();
  await page.clock.runFor(100);
  await expect(loader(page)).toBeVisible();
  second.release();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(loader(page)).toHaveCount(0);
});

test('the loader shows while a password reset is asked for, whose dialog has closed', async ({ page }) => {
  const answer = await holdCall(page, '/user/forgotPassword');
  await page.goto('/authorization');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('somebody@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(loader(page)).toBeVisible();
  answer.release();
  await expect(loader(page)).toHaveCount(0);
});

test('the loader shows too while the code of a page is on its way', async ({ page }) => {
  const code = await hold(page, '**/assets/ContactPage-*.js');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(loader(page)).toBeVisible();
  code.release();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeFocused();
  await expect(loader(page)).toHaveCount(0);
});
