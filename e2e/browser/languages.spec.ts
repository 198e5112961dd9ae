import type { Page } from '@playwright/test';
import { expectShiftsRecorded, recordShifts, shifts } from './layout-shifts.ts';
import { expect, test } from './test.ts';

test.use({ languages: ['en', 'de', 'sr'] });

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
const html = (page: Page) => page.locator('html');
const offer = (page: Page) => page.getByRole('complementary').filter({ has: page.locator('a[hreflang]') });

test('the footer links to the same page in each language', async ({ page }) => {
  await page.goto('/?search=lamp&sort=asc');
  await expect(footerLink(page, 'English')).toHaveAttribute('aria-current', 'true');
  await expect(footerLink(page, 'Deutsch')).toHaveAttribute('hreflang', 'de');
  await expect(footerLink(page, 'Deutsch')).toHaveAttribute('lang', 'de');
  await footerLink(page, 'Deutsch').click();
  await expect(page).toHaveURL('/de?search=lamp&sort=asc');
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ergebnisse für „lamp“');
  await footerLink(page, 'English').click();
  await expect(page).toHaveURL('/?search=lamp&sort=asc');
});

test('the header links to a product in each language', async ({ page, product }) => {
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Language: EN (English)' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Srpski' }).click();
  await expect(page).toHaveURL(`/sr/product/${product._id}`);
  await expect(page.getByRole('button', { name: 'Dodaj u korpu' }).first()).toBeVisible();
});

test('the links follow the pages that open without a load', async ({ page }) => {
  await page.goto('/de');
  await page.getByRole('banner').getByRole('link', { name: 'Kontakt' }).click();
  await expect(page).toHaveURL('/de/contact');
  await expect(footerLink(page, 'Srpski')).toHaveAttribute('href', '/sr/contact');
  await expect(footerLink(page, 'English')).toHaveAttribute('href', '/contact');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu links to each language', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL('/de/contact');
  });
});

test.describe('for somebody who prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('the offer moves nothing on the page', async ({ page }) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await recordShifts(page);
      await page.goto('/');
      await expect(offer(page).getByRole('link', { name: 'Auf Deutsch fortfahren' })).toBeInViewport({ ratio: 1 });
      expect(await shifts(page)).toEqual([]);
    }
    await expectShiftsRecorded(page);
  });

  test('a page offers it, in it, until that is declined', async ({ page }) => {
    await page.goto('/contact');
    await expect(offer(page)).toHaveAttribute('lang', 'de');
    await expect(offer(page).getByText('Diesen Shop gibt es auch auf Deutsch.')).toBeVisible();
    await expect(offer(page).getByRole('link', { name: 'Auf Deutsch fortfahren' })).toHaveAttribute(
      'href',
      '/de/contact',
    );
    await offer(page).getByRole('button', { name: 'Nicht jetzt' }).click();
    await expect(offer(page)).toHaveCount(0);
    const loaded = scriptsOf(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    await expect.poll(() => loaded.length).toBeGreaterThan(0);
    expect(loaded.filter(isOfOffer)).toEqual([]);
  });

  test('the offer leads to the page in German, which offers nothing', async ({ page }) => {
    await page.goto('/contact');
    const loaded = scriptsOf(page);
    await offer(page).getByRole('link', { name: 'Auf Deutsch fortfahren' }).click();
    await expect(page).toHaveURL('/de/contact');
    await expect(page.getByRole('heading', { name: 'Kontakt', exact: true })).toBeVisible();
    expect(loaded.filter(isOfOffer)).toEqual([]);
  });

  test('whoever has chosen English is offered nothing', async ({ page }) => {
    await page.goto('/de/contact');
    await footerLink(page, 'English').click();
    await expect(page).toHaveURL('/contact');
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });
});

test.describe('in a shop of one language', () => {
  test.use({ languages: ['en'], locale: 'de-AT' });

  test('nothing leads to another', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Contact' })).toBeVisible();
    await expect(page.locator('a[hreflang]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Language' })).toHaveCount(0);
  });
});

/** The addresses of the scripts that the page requests from now on. */
function scriptsOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') addresses.push(request.url());
  });
  return addresses;
}

function isOfOffer(address: string): boolean {
  return address.includes('/OfferLine-');
}
