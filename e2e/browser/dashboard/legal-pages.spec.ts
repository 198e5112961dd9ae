import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { heading, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

const body = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
};

test('writes a page with the toolbar, sees how it looks, and publishes it', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Pages' }).click();
  await expect(heading(page, 'Pages')).toBeVisible();
  await expectAccessible(page, 'the pages');
  await page.getByRole('link', { name: 'Accessibility' }).click();
  await expect(heading(page, 'Accessibility')).toBeFocused();
  await expect(page.getByText('Never published')).toBeVisible();

  await page.getByLabel('Title').fill('Accessible');
  await page.getByRole('button', { name: 'Heading' }).click();
  await page.keyboard.type('For ');
  await page.getByLabel('Insert a setting').selectOption('Name of the shop');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('everybody');
  await expect(body(page)).toHaveValue('## For {{name}}\n\n**everybody**');
  await expect(preview(page).getByRole('heading', { level: 2, name: 'For WebShop' })).toBeVisible();
  await expect(preview(page).locator('strong')).toHaveText('everybody');
  await expectAccessible(page, 'the editor of a page');

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(toast(page, 'Draft saved')).toBeVisible();
  await publish(page);
  await expect(toast(page, 'Version 1 published')).toBeVisible();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessible' }).click();
  await expect(page).toHaveURL('/pages/accessibility');
  await expect(heading(page, 'Accessible')).toBeFocused();
  await expect(page.getByRole('heading', { level: 2, name: 'For WebShop' })).toBeVisible();
  await expectAccessible(page, 'a legal page');
});

test('says at the text why it can’t be published', async ({ page }) => {
  await page.goto('/dashboard/pages/reviews');
  await page.getByLabel('Title').fill('Reviews');
  await body(page).fill('By {{nobody}}');
  await expect(preview(page)).toContainText('{{nobody}} is not a placeholder.');
  await publish(page);
  await expect(body(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(body(page)).toBeFocused();
});

test('shows no preview of an earlier text once the shop fails to make another', async ({ page, shop }) => {
  await shop.callAsAdmin('POST', '/admin/page/payment/publish', { language: 'en', title: 'Payment', body: 'By card.' });
  await page.goto('/dashboard/pages/payment');
  await body(page).fill('By {{nobody}}');
  await expect(preview(page)).toContainText('{{nobody}} is not a placeholder.');
  await respondWith(page, '/admin/page/payment/preview', 500, { status: 'error', message: 'No preview today' });
  await body(page).fill('By everybody');
  await expect(preview(page)).toContainText('No preview today');
  await expect(preview(page)).not.toContainText('nobody');
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions).toContainText('No preview today');
  await expect(versions.locator('ins, del')).toHaveCount(0);
  await expect(versions.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('shows what changed between versions, word by word', async ({ page, shop }) => {
  const add = async (text: string): Promise<number> => {
    const draft = { language: 'en', title: 'Delivery', body: text };
    return (await shop.callAsAdmin('POST', '/admin/page/delivery/publish', draft)).page.version;
  };
  const [older, newer] = [await add('We deliver in three days.'), await add('We deliver in two days.')];
  await page.goto('/dashboard/pages/delivery');
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.locator('del')).toHaveText('three');
  await expect(versions.locator('ins')).toHaveText('two');
  await expectAccessible(page, 'the versions of a page');
  await body(page).fill('We deliver in two hours.');
  await versions.getByLabel('From').selectOption(`Version ${newer}`);
  await versions.getByLabel('To').selectOption('Draft');
  await expect(versions.locator('ins')).toHaveText('hours');

  const old = page.waitForEvent('popup');
  await versions.getByRole('link', { name: `Read version ${older}`, exact: true }).click();
  const popup = await old;
  await expect(popup.getByRole('main')).toContainText('We deliver in three days.');
  await popup.getByRole('link', { name: 'Read the current version' }).click();
  await expect(popup.getByRole('main')).toContainText('We deliver in two days.');
  await popup.close();
});

test('the editor starts from the latest draft, and publishes what is saved unless it has changed', async ({
  page,
  shop,
}) => {
  const [first, second, third] = Array.from({ length: 3 }, () => `Owned by ${crypto.randomUUID()}`);
  const saveDraft = (text = '') =>
    shop.callAsAdmin('PUT', '/admin/page/imprint', { language: 'en', title: 'Imprint', body: text });
  await saveDraft(first);
  await page.goto('/dashboard/pages');
  await expect(heading(page, 'Pages')).toBeVisible();
  await saveDraft(second);
  await page.getByRole('main').getByRole('link', { name: 'Imprint' }).click();
  await expect(body(page)).toHaveValue(`${second}`);

  await saveDraft(third);
  await publish(page);
  await expect(toast(page, /Version \d+ published/)).toBeVisible();
  await expect(body(page)).toHaveValue(`${third}`);
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  const { pages } = await shop.callAsAdmin('GET', '/admin/page');
  expect(pages.find(({ kind }: { kind: string }) => kind === 'imprint')).toMatchObject({
    body: third,
    isChanged: false,
  });
});

test('asks before it discards what is not saved', async ({ page }) => {
  await page.goto('/dashboard/pages/imprint');
  await body(page).fill('Half a sentence');
  await page.getByRole('main').getByRole('link', { name: 'Pages' }).last().click();
  await expect(page.getByRole('dialog')).toContainText('Discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(body(page)).toHaveValue('Half a sentence');
});

test('uploads the official notice, which products then show', async ({ page, product }) => {
  await page.goto('/dashboard/pages/guarantee');
  const panel = page.getByRole('region', { name: 'Official notice' });
  const picture = await page.getByRole('banner').screenshot();
  const file = { name: 'notice.png', mimeType: 'image/png', buffer: picture };
  await panel.locator('input[type=file]').setInputFiles({ ...file, name: 'notice.pdf', mimeType: 'application/pdf' });
  await expect(panel).toContainText('Send a PNG, JPEG or WebP picture.');
  await panel.locator('input[type=file]').setInputFiles(file);
  await expect(toast(page, 'Notice saved')).toBeVisible();
  await expect(panel.getByRole('img')).toBeVisible();
  await expectAccessible(page, 'the official notice');

  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('img', { name: 'Official notice on the legal guarantee' })).toBeVisible();
  await page.goto('/dashboard/pages/guarantee');
  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Notice removed')).toBeVisible();
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Official notice' })).toHaveCount(0);
});
