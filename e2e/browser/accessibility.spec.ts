import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';

/** WCAG 2.2 AA, in the words of axe: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#axe-core-tags */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function openFirstProduct(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'View Product' }).first().click();
  await page.getByRole('button', { name: 'Add to Cart' }).waitFor();
}

async function fillCart(page: Page): Promise<void> {
  await openFirstProduct(page);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
}

/** Every screen, as the way that leads a shopper to it. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  'the catalogue': async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'View Product' }).first().waitFor();
  },
  'the catalogue without a match': async (page) => {
    await page.goto('/');
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('There are no products').waitFor();
  },
  'a product': openFirstProduct,
  'the cart': async (page) => {
    await fillCart(page);
    await page.goto('/order');
    await page.getByRole('button', { name: 'Proceed to Payment' }).waitFor();
  },
  'the empty cart': async (page) => {
    await page.goto('/order');
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  },
  'the login form with its errors': async (page) => {
    await page.goto('/authorization');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('Email is required').waitFor();
  },
  'the register form': async (page) => {
    await page.goto('/authorization');
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
    await page.getByText('Welcome to WebShop Register Page').waitFor();
  },
  'the contact form with its errors': async (page) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Email is required!').waitFor();
  },
  'the form for a new password': async (page) => {
    await page.goto('/resetPassword/any-token');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  'an unknown address': async (page) => {
    await page.goto('/no/such/page');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
};

for (const [name, open] of Object.entries(screens)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1440]) {
      test(`${name} has no accessibility fault, ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
        // Without motion: a colour in the middle of its change would count as the wrong one.
        const context = await browser.newContext({
          baseURL,
          colorScheme,
          reducedMotion: 'reduce',
          viewport: { width, height: 900 },
        });
        const page = await context.newPage();
        await open(page);
        const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, 'pixels that the page is wider than its window').toBeLessThanOrEqual(0);
        await context.close();
      });
    }
  }
}
