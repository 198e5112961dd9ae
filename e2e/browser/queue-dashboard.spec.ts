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

test('the operator sees why a picture’s job has failed, and has it done again once its cause is mended', async ({
  page,
  browser,
  shop,
  query,
}) => {
  test.slow();
  const sound = await picture();
  const { id } = await addProduct(page, { file: { ...sound, buffer: sound.buffer.subarray(0, -100) } });
  const state = async () => {
    const [row] = await query<{ image_state: string }>('select image_state from product where id = $1', [id]);
    return row?.image_state;
  };
  // Other pictures may come first.
  await expect.poll(state, { timeout: 60_000 }).toBe('failed');
  const [upload] = await query<{ name: string; job: string }>(
    `select p.pending_upload as name, e.id || '-productImage' as job
     from product p join outbox_event e on e.payload ->> 'productId' = p.id::text
     where p.id = $1 and e.name = 'product.imageUploaded'`,
    [id],
  );

  const queues = await openQueues(browser, shop);
  await queues.goto(`/queues/queue/images/${upload?.job}`);
  await expect(queues.getByText(/The picture is broken: ./)).toBeVisible();

  await writeFile(join(shop.dataDir, 'pending', upload?.name ?? ''), sound.buffer);
  await queues.locator('button:has(.lucide-refresh-cw)').click();
  await queues.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
  await queues.goto(`/queues/queue/images/${upload?.job}`);
  await expect(queues.getByText('Finished at')).toBeVisible();
  await expect(queues.getByText(/The picture is broken/)).toHaveCount(0);
});
