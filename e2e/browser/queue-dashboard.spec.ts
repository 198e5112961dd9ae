import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { addProduct, picture } from './dashboard.ts';
import type { Shop } from './shop.ts';
import { expect, test } from './test.ts';

/** The queue dashboard, logged in to as the operator. */
async function openQueues(browser: Browser, shop: Shop): Promise<Page> {
  const httpCredentials = { username: 'operator', password: shop.operatorPassword };
  const context = await browser.newContext({ baseURL: shop.operationsUrl, httpCredentials });
  return context.newPage();
}

const LATEST_PICTURE = `select picture.id, picture.state, '/queues/queue/images/' || event.id || '-productImage' as job
  from picture join outbox_event event on event.payload ->> 'pictureId' = picture.id::text
  where picture.owner_id = $1 order by replaces_id limit 1`;
type LatestPicture = { id: string; state: string; job: string };

test('the job of a broken picture is done, and shows the operator what is wrong', async ({
  page,
  browser,
  shop,
  query,
}) => {
  test.slow();
  const sound = await picture();
  const { id } = await addProduct(page, { file: { ...sound, buffer: sound.buffer.subarray(0, -100) } });
  const latest = async () => (await query<LatestPicture>(LATEST_PICTURE, [id]))[0];
  // Other pictures may come first.
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('failed');
  const queues = await openQueues(browser, shop);
  await queues.goto((await latest())?.job ?? '');
  await expect(queues.getByText('Finished at')).toBeVisible();
  await expect(queues.getByText(/The picture is broken: ./)).toBeVisible();
});

test('the operator sees why a job failed, and retries it once the cause is gone', async ({
  page,
  browser,
  shop,
  query,
}) => {
  test.slow();
  const sound = await picture();
  const { id } = await addProduct(page, { file: sound });
  const latest = async () => (await query<LatestPicture>(LATEST_PICTURE, [id]))[0];
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('ready');
  // A further picture whose upload the disk has lost.
  await query(
    `with lost as (
       insert into picture (id, owner_kind, owner_id, extension, replaces_id)
       select gen_random_uuid(), owner_kind, owner_id, extension, id from picture where owner_id = $1 returning id
     )
     insert into outbox_event (id, name, payload)
     select gen_random_uuid(), 'product.imageUploaded', json_build_object('pictureId', id) from lost`,
    [id],
  );
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('failed');
  const lost = await latest();
  const queues = await openQueues(browser, shop);
  await queues.goto(lost?.job ?? '');
  await expect(queues.getByText('The uploaded file is missing.')).toBeVisible();

  await writeFile(join(shop.dataDir, 'pending', lost?.id ?? ''), sound.buffer);
  await queues.locator('button:has(.lucide-refresh-cw)').click();
  await queues.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('ready');
  await queues.goto(lost?.job ?? '');
  await expect(queues.getByText('Finished at')).toBeVisible();
  await expect(queues.getByText('The uploaded file is missing.')).toHaveCount(0);
});
