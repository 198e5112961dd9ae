import { expect, test } from '../harness/browser-test.ts';
import { productAt, storeLogin, toast } from './steps.ts';

test('a toast is at the top right, is announced, and closes by its button', async ({ page }) => {
  const { _id } = await productAt(page, 0);
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const added = toast(page, "You've added new item to cart");
  await expect(page.getByRole('alert').filter({ hasText: "You've added new item to cart" })).toBeVisible();
  await expect(added).toBeInViewport({ ratio: 1 });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(async () => {
      const box = await added.boundingBox();
      return box && box.x > width / 2 && box.x + box.width > width - 40 && box.y + box.height < height / 3;
    })
    .toBe(true);
  await added.getByRole('button', { name: 'close' }).click();
  await expect(added).toHaveCount(0);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a toast closes by itself after 5000 ms, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const { _id } = await productAt(page, 0);
    await page.goto(`/product/${_id}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    const added = toast(page, "You've added new item to cart");
    await expect(added).toBeVisible();
    // The library counts the time with an animation; its end is what closes the toast.
    const duration = await added.evaluate((element) => {
      const countdown = element
        .getAnimations({ subtree: true })
        .find((animation) => animation instanceof CSSAnimation && animation.animationName.includes('trackProgress'));
      const milliseconds = countdown?.effect?.getTiming().duration;
      countdown?.finish();
      return milliseconds;
    });
    expect(duration).toBe(5000);
    await expect(added).toHaveCount(0);
  });
}

test('a toast lies below what opens from the header: the cart and the user’s menu can be used at once', async ({
  page,
}) => {
  const { _id } = await productAt(page, 0);
  const { username } = await storeLogin(page);
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const added = toast(page, "You've added new item to cart");
  await expect(added).toBeVisible();
  await page.addStyleTag({ content: '.Toastify__progress-bar { animation-play-state: paused !important; }' });
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: /^Cart/ }).hover();
  await header.getByRole('button', { name: /^Remove / }).click();
  await header.getByRole('button', { name: username }).click();
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/authorization');
  await expect(added).toBeVisible();
});
