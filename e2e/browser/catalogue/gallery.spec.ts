import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { followLinkTo, madeUpProduct } from '../steps.ts';
import { expect, test } from '../test.ts';

/** Opens a product with three pictures. */
async function openGallery(page: Page, shop: Shop) {
  const product = await shop.addProduct();
  await shop.addPictures(product._id, 2);
  await page.goto(`/product/${product._id}`);
  return product;
}

const pictures = (page: Page) => page.getByRole('list', { name: 'Pictures' });
const thumbnails = (page: Page) => page.getByRole('list', { name: 'Choose a picture' }).getByRole('button');

/** Expects that a picture, counted from 1, fills the gallery. */
async function expectShown(page: Page, number: number): Promise<void> {
  const item = pictures(page)
    .getByRole('listitem')
    .nth(number - 1);
  const offset = async () => {
    const [frame, shown] = [await pictures(page).boundingBox(), await item.boundingBox()];
    return Math.round(Math.abs((shown?.x ?? Number.NaN) - (frame?.x ?? Number.NaN)));
  };
  await expect.poll(offset, `pixels between picture ${number} and its place`).toBe(0);
}

test('a thumbnail shows its picture, and is marked while it is shown', async ({ page, shop }) => {
  const product = await openGallery(page, shop);
  await expect(thumbnails(page)).toHaveCount(3);
  await thumbnails(page).nth(2).click();
  await expectShown(page, 3);
  await expect(thumbnails(page).nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('img', { name: `${product.title}, picture 3` })).toBeInViewport();
  await thumbnails(page).nth(0).click();
  await expectShown(page, 1);
  await expect(thumbnails(page).nth(0)).toHaveAttribute('aria-current', 'true');
  await expect(thumbnails(page).nth(2)).not.toHaveAttribute('aria-current');
});

test('the arrow keys turn the pictures and stop at both ends, but not while Alt is held', async ({ page, shop }) => {
  await openGallery(page, shop);
  const expectFocus = (name: string) => expect(page.locator(':focus')).toHaveAccessibleName(name);
  await page.getByRole('button', { name: 'Enlarge picture 1 of 3' }).focus();
  for (const name of ['Enlarge picture 2 of 3', 'Enlarge picture 3 of 3', 'Enlarge picture 3 of 3']) {
    await page.keyboard.press('ArrowRight');
    await expectFocus(name);
  }
  await expectShown(page, 3);
  // The other pictures are no stops.
  await page.keyboard.press('Tab');
  await expectFocus('Picture 1 of 3');
  await page.keyboard.press('ArrowLeft');
  await expectFocus('Picture 2 of 3');
  await expectShown(page, 2);
  await page.keyboard.press('Alt+ArrowLeft');
  await expectShown(page, 2);
});

test('a swipe turns to the next picture', async ({ browser, shop }) => {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openGallery(page, shop);
  const place = pictures(page).locator('..').locator('p');
  await expect(place).toHaveText('1/3');
  const box = await pictures(page).boundingBox();
  if (!box) throw new Error('The gallery is not on the page');
  const browserSession = await context.newCDPSession(page);
  // Timed as by a finger: events that arrive at the same moment would be an endlessly fast swipe.
  let timestamp = Date.now() / 1000 - 1;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) => {
    timestamp += 0.05;
    return browserSession.send('Input.dispatchTouchEvent', {
      type,
      timestamp,
      touchPoints: at.map((share) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })),
    });
  };
  await touch('touchStart', 0.9);
  for (const share of [0.8, 0.65, 0.5, 0.35, 0.2]) await touch('touchMove', share);
  await touch('touchEnd');
  await expectShown(page, 2);
  await expect(place).toHaveText('2/3');
  await context.close();
});

test('an enlarged picture turns too, and closing it focuses the picture shown last', async ({ page, shop }) => {
  const { title } = await openGallery(page, shop);
  await page.getByRole('button', { name: 'Enlarge picture 1 of 3' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('img', { name: title, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img', { name: `${title}, picture 2` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await expect(dialog.getByRole('img', { name: `${title}, picture 3` })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'an enlarged picture of several');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Enlarge picture 3 of 3' })).toBeFocused();
  await expectShown(page, 3);
});

test('a picture in processing shows a placeholder beside the ready ones', async ({ page, product }) => {
  const [first] = product.images;
  if (!first) throw new Error('The product has no picture');
  const images = [first, { _id: crypto.randomUUID(), image: 'new.jpg', imageState: 'processing', imageWidths: [] }];
  await respondWith(page, `/products/single/${product._id}`, 200, {
    status: 'success',
    product: { ...product, images },
  });
  await followLinkTo(page, `/product/${product._id}`);
  await thumbnails(page).nth(1).click();
  await expect(pictures(page).getByText('Picture being prepared')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Enlarge picture 1 of 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enlarge picture 2 of 2' })).toHaveCount(0);
});

test('a single picture has no thumbnails, and a product without one shows a placeholder', async ({ page, product }) => {
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole('button', { name: 'Enlarge picture' })).toBeVisible();
  await expect(thumbnails(page)).toHaveCount(0);
  const bare = madeUpProduct({ imageState: 'none' });
  await respondWith(page, `/products/single/${bare._id}`, 200, { status: 'success', product: bare });
  await page.goto(`/product/${bare._id}`);
  await expect(pictures(page).getByText('Picture coming soon')).toBeVisible();
});
