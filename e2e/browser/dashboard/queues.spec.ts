import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { addLostPicture, latestPictureJob } from '../../../testing/data/picture-jobs.ts';
import { picture, type Shop } from '../shop.ts';
import { expect, test } from '../test.ts';

/** A page of the queue dashboard, logged in as the operator. */
async function openQueues(browser: Browser, shop: Shop): Promise<Page> {
  const httpCredentials = { username: 'operator', password: shop.operatorPassword };
  const context = await browser.newContext({ baseURL: shop.operationsUrl, httpCredentials });
  return context.newPage();
}

test('the completed job of a broken picture shows the operator the reason', async ({ browser, shop }) => {
  const intact = await picture();
  const id = await shop.addProductOnly({ picture: { ...intact, buffer: intact.buffer.subarray(0, -100) } });
  const latest = () => latestPictureJob(shop.databaseUrl, id);
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('failed');
  const queues = await openQueues(browser, shop);
  await queues.goto((await latest())?.path ?? '');
  await expect(queues.getByText('Finished at')).toBeVisible();
  await expect(queues.getByText(/The picture is broken: ./)).toBeVisible();
});

test('the operator sees why a job failed, and retries it once the cause is gone', async ({
  browser,
  shop,
  product,
}) => {
  await addLostPicture(shop.databaseUrl, product._id);
  const latest = () => latestPictureJob(shop.databaseUrl, product._id);
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('failed');
  const lost = await latest();
  const queues = await openQueues(browser, shop);
  await queues.goto(lost?.path ?? '');
  await expect(queues.getByText('The uploaded file is missing.')).toBeVisible();

  await writeFile(join(shop.dataDir, 'pending', lost?.pictureId ?? ''), (await picture()).buffer);
  await queues.locator('button:has(.lucide-refresh-cw)').click();
  await queues.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('ready');
  await queues.goto(lost?.path ?? '');
  await expect(queues.getByText('Finished at')).toBeVisible();
  await expect(queues.getByText('The uploaded file is missing.')).toHaveCount(0);
});
