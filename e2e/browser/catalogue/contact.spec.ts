import type { Request } from '@playwright/test';
import { SUPPORT_EMAIL } from '../shop.ts';
import { expectInvalid } from '../steps.ts';
import { expect, test } from '../test.ts';

const UNDELIVERED = "Messages from this form aren't delivered yet.";

test.describe('the contact form', () => {
  const fields = ['First Name', 'Last Name', 'Email', 'Message'];

  test('opens from the header and shows an error only after a field is touched', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    await expect(page).toHaveTitle('Contact Us · WebShop');
    await page.getByLabel('First Name').focus();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByLabel('Last Name').focus();
    await expect(page.getByRole('alert')).toHaveText(['First Name is required!']);
    await page.getByLabel('Email').fill('ada@example');
    await page.getByLabel('Message').focus();
    await expect(page.getByText('Last Name is required!')).toBeVisible();
    await expect(page.getByText('Email is not valid!')).toBeVisible();
    await expect(page.getByText('Message is required!')).toBeHidden();
    await page.getByLabel('Email').fill('');
    await expect(page.getByText('Email is required!')).toBeVisible();
    await page.getByLabel('Email').fill('ada@example.com');
    await expect(page.getByText(/^Email is/)).toBeHidden();
  });

  test('shows an error at every empty field and focuses the first', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toHaveText(fields.map((field) => `${field} is required!`));
    for (const field of fields) await expectInvalid(page.getByLabel(field), `${field} is required!`);
    await expect(page.getByLabel('First Name')).toBeFocused();
  });

  test('says before the form how to reach the shop, even when opened from another page', async ({ page }) => {
    await page.route('/authorization', async (route) => {
      const response = await route.fetch();
      const known =
        '<meta name="shop-address" content="Main Street 1, Serbia" /><meta name="shop-phone" content="+381 (21) 55" />';
      await route.fulfill({ response, body: (await response.text()).replace('<title>', `${known}<title>`) });
    });
    await page.goto('/authorization');
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('Reach us directly, or let the form prepare an email.');
    await expect(main.getByRole('link', { name: SUPPORT_EMAIL })).toHaveAttribute('href', `mailto:${SUPPORT_EMAIL}`);
    await expect(main.getByRole('link', { name: '+381 (21) 55' })).toHaveAttribute('href', 'tel:+3812155');
    await expect(main).toContainText('AddressMain Street 1, Serbia');
  });

  test("without a support email says before and after that messages aren't delivered", async ({ page }) => {
    await page.route('/contact', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<meta name="support-email"[^>]*>/, '');
      await route.fulfill({ response, body });
    });
    await page.goto('/contact');
    await expect(page.getByText(UNDELIVERED, { exact: true })).toBeVisible();
    for (const field of fields) await page.getByLabel(field).fill('ada@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('status').filter({ hasText: UNDELIVERED })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Open as email' })).toHaveCount(0);
  });

  test('calls no server, logs the values, and offers the message as an email', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    const calls: string[] = [];
    // The page may still be loading its own files.
    const isCall = (request: Request) => ['fetch', 'xhr', 'ping', 'document'].includes(request.resourceType());
    page.on('request', (request) => isCall(request) && calls.push(request.url()));
    const logged = page.waitForEvent('console', (entry) => entry.type() === 'log');
    const values = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', message: 'Hello' };
    for (const [index, value] of Object.values(values).entries())
      await page.getByLabel(fields[index] ?? '').fill(value);
    await page.getByRole('button', { name: 'Send' }).click();
    const sent = page.getByRole('status').filter({ hasText: 'Your message is not sent yet' });
    await expect(sent).toBeFocused();
    const mail = new URL((await sent.getByRole('link', { name: 'Open as email' }).getAttribute('href')) ?? '');
    expect([mail.protocol, mail.pathname]).toEqual(['mailto:', SUPPORT_EMAIL]);
    expect(Object.fromEntries(mail.searchParams)).toEqual({
      subject: 'Message from Ada Lovelace',
      body: 'Hello\r\n\r\nAda Lovelace\r\nada@example.com',
    });
    expect(await (await logged).args()[0]?.jsonValue()).toEqual(values);
    // Positive control: a call by the page is recorded.
    await page.evaluate(() => fetch('/api/v1/control'));
    expect(calls.map((url) => new URL(url).pathname)).toEqual(['/api/v1/control']);
    await page.getByRole('button', { name: 'Write another message' }).click();
    await expect(page.getByLabel('First Name')).toBeFocused();
    await expect(page.getByLabel('Message')).toHaveValue('');
  });
});
