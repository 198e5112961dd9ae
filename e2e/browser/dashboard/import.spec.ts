import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { ImportView } from '#contract/catalogue/imports.ts';
import { expectAccessible } from '../accessible.ts';
import { picture, shortId } from '../shop.ts';
import { badGateway, dropFile, expectNothingSent, keepToasts, toast, watchChanges } from '../steps.ts';
import { expect, installClock, test } from '../test.ts';

test.use({ login: 'admin' });

async function openImport(page: Page): Promise<void> {
  await page.goto('/dashboard/products');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeFocused();
}

const catalogueInput = (page: Page) => page.locator('input[type=file]').first();
const pictureInput = (page: Page) => page.locator('input[type=file]').last();
const startCheck = (page: Page) => page.getByRole('button', { name: 'Check file' });
const start = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });
const check = (page: Page) => page.getByRole('region', { name: 'Check', exact: true });

/** Checks the chosen file, then imports it. */
async function checkAndStart(page: Page): Promise<void> {
  await startCheck(page).click();
  await start(page).click({ timeout: 60_000 });
}

/** The report of a file's import. */
const report = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

const line = (title: string, more = {}) =>
  JSON.stringify({ title, description: 'From a file', price: 5, category: 'Imported', ...more });

function file(name: string, content: string | Buffer) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

test('imports a file with pictures, reports each rejected row, and adds nothing the second time', async ({ page }) => {
  const mark = shortId();
  const name = `catalogue-${mark}.jsonl`;
  const content = [
    line(`First ${mark}`, { image: 'first.png' }),
    line(`Second ${mark}`),
    line('', { price: -1 }),
    'not JSON',
    line(`Third ${mark}`, { image: 'missing.png' }),
  ].join('\n');
  await openImport(page);
  await expect(page.getByText(/JSON Lines or CSV, optionally gzipped, up to 50 MB/)).toBeVisible();
  await catalogueInput(page).setInputFiles(file(name, content));
  await expect(page.getByText(name)).toBeVisible();
  await pictureInput(page).setInputFiles([await picture('#445566', 'first.png')]);
  await expect(page.getByText(/^1 picture, .*: first\.png$/)).toBeVisible();
  await startCheck(page).click();
  await expect(check(page)).toContainText('2 new', { timeout: 60_000 });
  await expect(check(page)).toContainText('3 rejected');
  await expect(check(page).getByRole('row').nth(1)).toContainText('3title, priceTitle is required');
  await expect(report(page, name)).toHaveCount(0);
  await expectAccessible(page, 'the check');
  await start(page).click();
  await expect(page.getByText('Import started')).toBeVisible();

  const result = report(page, name);
  await expect(result).toContainText('Done', { timeout: 60_000 });
  await expect(result).toContainText(/Added2\s*Updated0\s*Unchanged0\s*Rejected3/);
  await expect(page.getByText('2 products added, 0 updated, 3 rows rejected')).toBeVisible();
  // So few are open at once.
  await expect(result.getByRole('row').nth(1)).toContainText('3title, priceTitle is required');
  await expect(result.getByRole('row').nth(2).getByRole('cell').first()).toHaveText('4');
  await expect(result.getByRole('row').nth(3)).toContainText('5imagePicture not found: missing.png');

  await page.reload();
  await expect(report(page, name)).toContainText('Done');
  await catalogueInput(page).setInputFiles(file(name, content));
  await pictureInput(page).setInputFiles([await picture('#445566', 'first.png')]);
  await checkAndStart(page);
  await expect(report(page, name)).toHaveCount(2);
  await expect(report(page, name).first()).toContainText(/Added0\s*Updated0\s*Unchanged2\s*Rejected3/, {
    timeout: 60_000,
  });

  await page.getByRole('link', { name: 'Back to products' }).click();
  await page.getByRole('searchbox').fill(mark);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: `Second ${mark}` })).toContainText('No picture');
  await expect(rows.filter({ hasText: `First ${mark}` }).locator('img')).toBeVisible({ timeout: 60_000 });
});

test('new products are hidden unless one chooses to publish them', async ({ page, shop }) => {
  const mark = shortId();
  for (const isPublished of [false, true]) {
    const title = `${isPublished ? 'Public' : 'Hidden'} ${mark}`;
    await page.goto('/dashboard/import');
    await catalogueInput(page).setInputFiles(file(`${title}.jsonl`, line(title, { category: `Gizmos ${mark}` })));
    await startCheck(page).click();
    const summary = isPublished ? '1 new' : `1 new, 1 new category “Gizmos ${mark}”`;
    await expect(check(page).getByText(summary, { exact: true })).toBeVisible({ timeout: 60_000 });
    if (isPublished) await page.getByLabel('Publish new products').check();
    await start(page).click();
    await expect(report(page, title)).toContainText('Done', { timeout: 60_000 });
    const { products } = await shop.callAsAdmin('GET', `/admin/product?search=${encodeURIComponent(title)}`);
    expect(products).toMatchObject([{ title, isPublished }]);
  }
});

test('the rejected rows can be downloaded, and another file needs another check', async ({ page }) => {
  const mark = shortId();
  await openImport(page);
  await catalogueInput(page).setInputFiles(file(`wrong-${mark}.jsonl`, line('', { price: -1 })));
  await startCheck(page).click();
  const saved = page.waitForEvent('download', { timeout: 60_000 });
  await check(page).getByRole('button', { name: 'Download as CSV' }).click({ timeout: 60_000 });
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`rejected-wrong-${mark}.jsonl.csv`);
  expect(await readFile(await download.path(), 'utf8')).toContain('"1","title, price","Title is required');
  await catalogueInput(page).setInputFiles(file(`right-${mark}.jsonl`, line(`Right ${mark}`)));
  await expect(check(page)).toBeHidden();
  await expect(start(page)).toBeHidden();
  await expect(startCheck(page)).toBeVisible();
});

test('imports a dropped gzipped CSV file', async ({ page, shop }) => {
  const mark = shortId();
  const name = `dropped-${mark}.csv.gz`;
  const rows = ['title,description,price,category', `"Dropped, ${mark}",From a file,9.99,Imported`];
  await openImport(page);
  await dropFile(page, 'Catalogue file', file(name, gzipSync(rows.join('\r\n'))));
  await expect(page.getByText(name)).toBeVisible();
  await dropFile(page, 'Pictures', await picture('#222244', 'dropped.png'));
  await expect(page.getByText(/^1 picture, .*: dropped\.png$/)).toBeVisible();
  await checkAndStart(page);
  await expect(report(page, name)).toContainText(/Added1/, { timeout: 60_000 });
  await expect(page.getByText('1 product added, 0 updated')).toBeVisible();
  const { products } = await shop.callAsAdmin('GET', `/admin/product?search=${mark}`);
  expect(products).toMatchObject([{ title: `Dropped, ${mark}`, price: 9.99 }]);
});

test('does not send an import without a file or with one that is too large', async ({ page }) => {
  await openImport(page);
  const changes = watchChanges(page);
  await startCheck(page).click();
  await expect(page.getByText('A catalogue file is required')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a catalogue file' })).toBeFocused();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    const large = new File(['x'], 'large.jsonl');
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 });
    transfer.items.add(large);
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [large] } });
    document.querySelector('fieldset')?.dispatchEvent(event);
  });
  await expect(page.getByText('Catalogue files can be up to 50 MB')).toBeVisible();
  await expectNothingSent(page, changes);
});

/** Drops pictures of a made-up size onto their field. */
async function dropPictures(page: Page, count: number, size: number): Promise<void> {
  await page.getByRole('group', { name: 'Pictures' }).evaluate(
    (field, { count, size }) => {
      const one = new File(['x'], 'one.png');
      Object.defineProperty(one, 'size', { value: size });
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      const files = Array.from({ length: count }, () => one);
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files } });
      field.dispatchEvent(event);
    },
    { count, size },
  );
}

test('rejects too many pictures, or too large a total, before sending them', async ({ page }) => {
  await openImport(page);
  const changes = watchChanges(page);
  const field = page.getByRole('group', { name: 'Pictures' });
  const choose = field.getByRole('button');
  await catalogueInput(page).setInputFiles(file('limits.jsonl', line('Limits')));
  await dropPictures(page, 1001, 1);
  await expect(field.getByRole('alert')).toHaveText('Choose up to 1,000 pictures');
  await expect(choose).toHaveAccessibleDescription(/^Choose up to 1,000 pictures/);
  await startCheck(page).click();
  await expect(choose).toBeFocused();
  await dropPictures(page, 100, 6 * 1024 * 1024);
  await expect(field.getByRole('alert')).toHaveText('Pictures can be up to 500 MB in total');
  await page.getByRole('button', { name: 'Remove pictures' }).click();
  await expect(field.getByRole('alert')).toBeHidden();
  await expect(choose).toBeFocused();
  await dropPictures(page, 1000, 1024);
  await expect(field.getByText(/^1,000 pictures, /)).toBeVisible();
  await page.getByRole('button', { name: 'Remove pictures' }).click();
  await expect(choose).toBeFocused();
  await expect(choose).toHaveText('Choose pictures');
  await expectNothingSent(page, changes);
});

test('a failed upload shows an error, keeps the files and can be retried', async ({ page }) => {
  const mark = shortId();
  const name = `again-${mark}.jsonl`;
  await openImport(page);
  await catalogueInput(page).setInputFiles(file(name, line(`Again ${mark}`)));
  await page.route('**/api/v1/admin/import', badGateway, { times: 1 });
  await startCheck(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Check failed. Please try again.');
  await startCheck(page).click();
  await expect(start(page)).toBeVisible({ timeout: 60_000 });
  await page.route('**/api/v1/admin/import', badGateway, { times: 1 });
  await start(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Import failed. Please try again.');
  // Neither field shows an error: either file, or none, may be the cause.
  await expect(page.getByRole('group').getByRole('alert')).toBeHidden();
  await expect(page.getByText(new RegExp(`^${name}, `))).toBeVisible();
  await start(page).click();
  await expect(report(page, name)).toContainText(/Added1/, { timeout: 60_000 });
});

const view: ImportView = {
  _id: '01930000-0000-7000-8000-000000000000',
  fileName: 'large.jsonl.gz',
  check: false,
  state: 'running',
  progress: 0.42,
  linesDone: 6813,
  lineCount: 16_222,
  created: 6800,
  updated: 12,
  unchanged: 1,
  newCategories: [],
  refused: 0,
  refusals: [],
  failure: null,
  date: '2026-11-21T10:00:00.000Z',
};

test('a running import shows its progress until it is done', async ({ page }) => {
  let now: ImportView = view;
  await page.route('**/api/v1/admin/import', (route) => route.fulfill({ json: { status: 'success', imports: [now] } }));
  await page.route(`**/api/v1/admin/import/${view._id}`, (route) => {
    now = { ...now, linesDone: now.linesDone + 1 };
    return route.fulfill({ json: { status: 'success', import: now } });
  });
  await openImport(page);
  const progress = page.getByRole('progressbar', { name: 'Importing large.jsonl.gz' });
  await expect(progress).toHaveJSProperty('value', 0.42);
  await expect(page.getByText('42%')).toBeVisible();
  await expect(page.getByText(/^6,81\d of 16,222 rows/)).toBeVisible();
  now = { ...view, progress: 0.9, linesDone: 14_600 };
  await expect(progress).toHaveJSProperty('value', 0.9);
  await expect(page.getByText(/^14,60\d of 16,222 rows/)).toBeVisible();
  now = { ...view, progress: 0.95, linesDone: 15_411 };
  await expect(page.getByText(/^15,4\d\d of 16,222 rows · Less than a minute left$/)).toBeVisible();
  now = {
    ...view,
    state: 'done',
    progress: 1,
    created: 16_000,
    refused: 900,
    refusals: [{ line: 7, columns: ['title'], reason: 'Title is required' }],
  };
  await expect(progress).toBeHidden();
  await expect(page.getByText('16,000 products added, 12 updated, 900 rows rejected')).toBeVisible();
  await page.getByText('900 rows rejected', { exact: true }).click();
  await expect(page.getByText('Showing the first 1 of 900.')).toBeVisible();
});

test('a file is checked once, also if the button is pressed while the check runs', async ({ page }) => {
  const running = { ...view, check: true };
  await page.route('**/api/v1/admin/import', (route) =>
    route.fulfill({
      json: { status: 'success', message: 'Check started', importId: view._id, imports: [running] },
    }),
  );
  await page.route(`**/api/v1/admin/import/${view._id}`, (route) =>
    route.fulfill({ json: { status: 'success', import: running } }),
  );
  await openImport(page);
  const changes = watchChanges(page);
  await catalogueInput(page).setInputFiles(file(view.fileName, line('Large')));
  await startCheck(page).click();
  await expect(check(page)).toBeVisible();
  await expect(startCheck(page)).toHaveAttribute('aria-busy', 'true');
  expect(changes.splice(0)).toEqual(['POST /api/v1/admin/import']);
  await startCheck(page).press('Enter');
  await expectNothingSent(page, changes);
});

test('polling continues after failures, and only the first one shows a toast', async ({ page }) => {
  const responses = [
    { status: 502, json: { message: 'The first failure' } },
    { status: 502, json: { message: 'The second failure' } },
    { status: 200, json: { status: 'success', import: { ...view, progress: 0.9 } } },
  ];
  await page.route('**/api/v1/admin/import', (route) =>
    route.fulfill({ json: { status: 'success', imports: [view] } }),
  );
  await page.route(`**/api/v1/admin/import/${view._id}`, (route) =>
    route.fulfill((responses.length > 1 ? responses.shift() : responses[0]) ?? {}),
  );
  await installClock(page);
  await openImport(page);
  const progress = page.getByRole('progressbar', { name: 'Importing large.jsonl.gz' });
  await expect(progress).toHaveJSProperty('value', 0.42);
  await expect(toast(page, 'The first failure')).toBeVisible();
  await keepToasts(page);
  // Polling backs off: 2 seconds after the first failure, 4 after the second.
  const second = page.waitForResponse((response) => response.status() === 502);
  await page.clock.fastForward(2000);
  await second;
  await page.clock.fastForward(4000);
  await expect(progress).toHaveJSProperty('value', 0.9);
  await expect(toast(page, /failure/)).toHaveText(['The first failure']);
});

test('an import resumed in another tab shows its progress when this tab becomes visible', async ({ page }) => {
  let now: ImportView = { ...view, state: 'stopped', failure: 'A fault' };
  await page.route('**/api/v1/admin/import', (route) => route.fulfill({ json: { status: 'success', imports: [now] } }));
  await page.route(`**/api/v1/admin/import/${view._id}`, (route) =>
    route.fulfill({ json: { status: 'success', import: now } }),
  );
  await openImport(page);
  await expect(report(page, view.fileName)).toContainText('Stopped');
  now = view;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('progressbar', { name: 'Importing large.jsonl.gz' })).toHaveJSProperty('value', 0.42);
});

test('a failed or stopped import shows why, and an empty list says so', async ({ page }) => {
  const failed = { ...view, state: 'failed', failure: 'The file must be JSON Lines, or CSV' };
  await page.route('**/api/v1/admin/import', (route) =>
    route.fulfill({ json: { status: 'success', imports: [failed] } }),
  );
  await openImport(page);
  await expect(report(page, 'large.jsonl.gz')).toContainText('Failed');
  await expect(report(page, 'large.jsonl.gz')).toContainText('The file must be JSON Lines, or CSV');
  await page.route('**/api/v1/admin/import', (route) =>
    route.fulfill({ json: { status: 'success', imports: [{ ...view, state: 'stopped', failure: 'A fault' }] } }),
  );
  await page.reload();
  await expect(report(page, 'large.jsonl.gz')).toContainText('Stopped');
  await expect(report(page, 'large.jsonl.gz')).toContainText('A fault');
  await page.route('**/api/v1/admin/import', (route) => route.fulfill({ json: { status: 'success', imports: [] } }));
  await page.reload();
  await expect(page.getByText('No imports yet')).toBeVisible();
});
