import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';

async function openPicture(page: Page, { _id, title }: { _id: string; title: string }) {
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Enlarge picture' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  const picture = dialog.getByRole('img', { name: title });
  await expect(picture).toBeVisible();
  const scale = dialog.getByRole('status');
  await expect(scale).toHaveText('100%');
  return { dialog, picture, scale };
}

test('buttons, keys and the wheel zoom a picture in steps', async ({ page, product }) => {
  const { dialog, picture, scale } = await openPicture(page, product);
  const whole = (await picture.boundingBox())?.width ?? 0;
  const closer = dialog.getByRole('button', { name: 'Zoom in' });
  await closer.click();
  await expect(scale).toHaveText('200%');
  await closer.click();
  await expect(scale).toHaveText('400%');
  await expect(closer).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(async () => Math.round(((await picture.boundingBox())?.width ?? 0) / whole)).toBe(4);
  await expectAccessible(page, 'an enlarged picture');
  await page.keyboard.press('-');
  await expect(scale).toHaveText('200%');
  await page.keyboard.press('+');
  await expect(scale).toHaveText('400%');
  await dialog.getByRole('button', { name: 'Show at 100%' }).hover();
  await page.mouse.wheel(0, 120);
  await expect(scale).toHaveText('200%');
  await page.mouse.wheel(0, -120);
  await expect(scale).toHaveText('400%');
});

test('a mouse drags an enlarged picture, which is no click', async ({ page, product }) => {
  const { dialog, picture, scale } = await openPicture(page, product);
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  await expect(scale).toHaveText('200%');
  const left = async () => (await picture.boundingBox())?.x ?? 0;
  const before = await left();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.down();
  await page.mouse.move(width / 2 - 60, height / 2, { steps: 6 });
  await page.mouse.up();
  await expect.poll(left).toBeLessThan(before - 40);
  await expect(scale).toHaveText('200%');
});

test('two fingers zoom a picture, and a double tap zooms once', async ({ browser, shop, product }) => {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const { dialog, scale } = await openPicture(page, product);
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === undefined ? [] : [195 - apart, 195 + apart].map((x, id) => ({ x, y: 422, id })),
    });
  await touch('touchStart', 30);
  for (const apart of [35, 40, 46, 52]) await touch('touchMove', apart);
  await touch('touchEnd');
  await expect(scale).toHaveText('200%');
  await touch('touchStart', 60);
  for (const apart of [52, 46, 40, 34]) await touch('touchMove', apart);
  await touch('touchEnd');
  await expect(scale).toHaveText('100%');
  await dialog.getByRole('button', { name: 'Show at 200%' }).dblclick();
  await expect(scale).toHaveText('200%');
  await context.close();
});
