import type { Locator, Page } from '@playwright/test';
import type { AdminProductView, ProductView } from '#contract/catalogue/catalogue.ts';
import { holdResponse } from '../../../testing/responses.ts';
import { picture, type Shop } from '../shop.ts';
import { badGateway } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';

test.use({ login: 'admin' });

const PROCESSING = { timeout: 60_000 };
const galleryOf = (page: Page) => page.getByRole('region', { name: 'Pictures' });
const tiles = (page: Page) => galleryOf(page).getByRole('listitem');
const button = (page: Page, name: string) => galleryOf(page).getByRole('button', { name, exact: true });
const news = (page: Page) => galleryOf(page).getByRole('status');

/** The stored pictures, in order. */
async function stored(shop: Shop, { _id }: ProductView): Promise<string[]> {
  const { product }: { product: AdminProductView } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  return product.images.map((image) => image._id);
}

/** Opens the gallery of a product with `count` pictures. @returns their ids, in order */
async function openGallery(page: Page, shop: Shop, product: ProductView, count: number): Promise<string[]> {
  const ids = await shop.addPictures(product._id, count - 1);
  await openEdit(page, product);
  await expect(tiles(page)).toHaveCount(count);
  return ids;
}

async function chooseFiles(page: Page, files: Awaited<ReturnType<typeof picture>>[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Add pictures').click();
  await (await choosing).setFiles(files);
}

async function dragTo(page: Page, from: Locator, to: Locator, { drop = true } = {}): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('Nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
  if (drop) await page.mouse.up();
}

test('several pictures are added at once and show once they are processed', async ({ page, shop, product }) => {
  await openEdit(page, product);
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toContainText(['Main picture']);
  await expect(button(page, 'Delete picture 1')).toBeHidden();
  await chooseFiles(page, [await picture('#aa3344', 'red.png'), await picture('#33aa44', 'green.png')]);
  await expect(galleryOf(page)).toContainText('3 of 8');
  await expect(galleryOf(page).getByRole('img', { name: 'Picture 3' })).toBeVisible(PROCESSING);
  await expect(galleryOf(page).getByText('Picture being prepared')).toHaveCount(0, PROCESSING);
  await expect(tiles(page)).toContainText(['Main picture', 'Picture 2', 'Picture 3']);
  expect(await stored(shop, product)).toHaveLength(3);
  expect((await shop.readProduct(product._id)).images.map(({ image }) => image)[0]).toBe(product.image);
});

test('pictures are ordered by keyboard, and each move is announced', async ({ page, shop, product }) => {
  const [a, b, c] = await openGallery(page, shop, product, 3);
  const later = (place: number) => button(page, `Move picture ${place} later`);
  await later(1).focus();
  await page.keyboard.press('Enter');
  await expect(news(page)).toHaveText('Picture moved to position 2 of 3.');
  await expect(later(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(news(page)).toHaveText('Picture moved to position 3 of 3.');
  // The button at the end keeps the focus.
  await expect(later(3)).toBeFocused();
  await expect(later(3)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect.poll(() => stored(shop, product)).toEqual([b, c, a]);
  await button(page, 'Move picture 2 earlier').press('Space');
  await expect(news(page)).toHaveText('Picture moved to position 1 of 3. It is now the main picture.');
  await expect.poll(() => stored(shop, product)).toEqual([c, b, a]);
  await page.reload();
  await expect(tiles(page).first().getByRole('img')).toHaveAttribute('src', new RegExp(`${c}`));
  expect((await shop.readProduct(product._id)).image).toContain(c);
});

test('pictures are ordered by dragging; Escape cancels', async ({ page, shop, product }) => {
  const [a, b, c, d] = await openGallery(page, shop, product, 4);
  const image = (place: number) => galleryOf(page).getByRole('img', { name: `Picture ${place}` });
  await dragTo(page, image(1), image(3));
  await expect(news(page)).toHaveText('Picture moved to position 3 of 4.');
  await expect.poll(() => stored(shop, product)).toEqual([b, c, a, d]);
  await dragTo(page, image(4), image(1));
  await expect(news(page)).toHaveText('Picture moved to position 1 of 4. It is now the main picture.');
  await expect.poll(() => stored(shop, product)).toEqual([d, b, c, a]);
  await expect(tiles(page).first().getByRole('img')).toHaveAttribute('src', new RegExp(`${d}`));
  await dragTo(page, image(1), image(2), { drop: false });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(tiles(page).first().getByRole('img')).toHaveAttribute('src', new RegExp(`${d}`));
  expect(await stored(shop, product)).toEqual([d, b, c, a]);
});

test('a rejected move is rolled back and says why', async ({ page, shop, product }) => {
  const [a] = await openGallery(page, shop, product, 2);
  await page.route('**/images', badGateway);
  await button(page, 'Move picture 1 later').click();
  await expect(page.getByText('Move picture failed. Please try again.')).toBeVisible();
  await expect(tiles(page).first().getByRole('img')).toHaveAttribute('src', new RegExp(`${a}`));
  await expect(news(page)).toHaveText('The picture was not moved.');
});

test('someone else’s change shows after a conflict', async ({ page, shop, product }) => {
  const [, b] = await openGallery(page, shop, product, 3);
  await shop.callAsAdmin('DELETE', `/admin/product/${product._id}/images/${b}`);
  await button(page, 'Move picture 1 later').click();
  await expect(page.getByText('Someone else changed these pictures.')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
});

test('a picture is deleted after a confirmation', async ({ page, shop, product }) => {
  const [a, b, c] = await openGallery(page, shop, product, 3);
  await button(page, 'Delete picture 1').click();
  const dialog = page.getByRole('dialog', { name: 'Delete this picture?' });
  await expect(dialog).toContainText('The next one becomes the main picture.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Delete picture 1')).toBeFocused();
  expect(await stored(shop, product)).toEqual([a, b, c]);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('Picture deleted')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
  await expect(galleryOf(page)).toBeFocused();
  expect(await stored(shop, product)).toEqual([b, c]);
  await button(page, 'Delete picture 2').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(tiles(page)).toHaveCount(1);
  await expect(button(page, 'Delete picture 1')).toBeHidden();
});

test('a broken picture shows the reason, and can be deleted', async ({ page, product }) => {
  await openEdit(page, product);
  const whole = await picture('#117733');
  const document = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  const disguised = { name: 'disguised.png', mimeType: 'image/png', buffer: Buffer.from('BM') };
  await chooseFiles(page, [{ ...whole, buffer: whole.buffer.subarray(0, 200) }, document, disguised]);
  const error = galleryOf(page).getByRole('alert');
  await expect(error).toContainText('notes.pdf: The picture must be JPEG, PNG, WebP, AVIF or GIF');
  await expect(error).toContainText('disguised.png: The picture must be JPEG, PNG, WebP, AVIF or GIF');
  await expect(tiles(page).nth(1)).toContainText('Picture failed: The picture is broken', PROCESSING);
  await expect(news(page)).toHaveText('Picture 2 failed: The picture is broken.');
  await button(page, 'Delete picture 2').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tiles(page)).toHaveCount(1);
});

test('a product can have up to eight pictures', async ({ page, shop, product }) => {
  await openGallery(page, shop, product, 7);
  await chooseFiles(page, [await picture('#111111'), await picture('#222222'), await picture('#333333')]);
  await expect(galleryOf(page).getByRole('alert')).toHaveText("2 pictures weren't added: a product can have up to 8");
  await expect(tiles(page)).toHaveCount(8);
  await expect.poll(() => stored(shop, product)).toHaveLength(8);
  await page.reload();
  await expect(galleryOf(page)).toContainText('Delete a picture to add another one.');
  await expect(button(page, 'Add pictures')).toBeHidden();
});

test('a change of the gallery keeps what is typed, and is no conflict with it', async ({ page, shop, product }) => {
  await openGallery(page, shop, product, 2);
  await page.getByLabel('Title').fill(`${product.title} II`);
  const moving = await holdResponse(page, `/admin/product/${product._id}/images`);
  await button(page, 'Move picture 1 later').click();
  await expect(news(page)).toContainText('position 2 of 2');
  await expect(page.getByLabel('Title')).toHaveValue(`${product.title} II`);
  // The picture has moved, but the page doesn't know it yet.
  await moving.caught;
  await save(page).click();
  await moving.deliver();
  await expect(page.getByText('Product updated')).toBeVisible();
  expect((await shop.readProduct(product._id)).title).toBe(`${product.title} II`);
});

test('a change of the gallery does not hide the conflict with someone else’s edit', async ({ page, shop, product }) => {
  await openGallery(page, shop, product, 2);
  await page.getByLabel('Title').fill(`${product.title} mine`);
  await shop.callAsAdmin('PUT', '/admin/product', { id: product._id, title: `${product.title} theirs` });
  await button(page, 'Move picture 1 later').click();
  await expect(news(page)).toContainText('position 2 of 2');
  await save(page).click();
  await expect(page.getByRole('dialog', { name: 'Someone saved changes while you were editing' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a finger drags by the handle, and scrolls elsewhere', async ({ page, shop, product }) => {
    const [a, b] = await openGallery(page, shop, product, 2);
    await galleryOf(page).scrollIntoViewIfNeeded();
    const touch = await page.context().newCDPSession(page);
    const swipe = async (from: Locator, to: Locator) => {
      const [start, end] = [await from.boundingBox(), await to.boundingBox()];
      if (start === null || end === null) throw new Error('Nothing to drag');
      const at = (share: number) => ({
        x: start.x + start.width / 2 + (end.x - start.x) * share,
        y: start.y + start.height / 2 + (end.y - start.y) * share,
      });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] });
      for (const share of [0.2, 0.6, 1]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(share)] });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const image = (place: number) => galleryOf(page).getByRole('img', { name: `Picture ${place}` });
    await swipe(image(1), image(2));
    expect(await stored(shop, product)).toEqual([a, b]);
    const handle = (place: number) =>
      tiles(page)
        .nth(place - 1)
        .locator('[data-handle]');
    await swipe(handle(1), handle(2));
    await expect(news(page)).toContainText('position 2 of 2');
    await expect.poll(() => stored(shop, product)).toEqual([b, a]);
  });
});
