import type { Locator } from '@playwright/test';
import { cartLink, keepToasts, submitLogin, toast } from './steps.ts';
import { expect, test } from './test.ts';

/** Ends the countdown of a toast. */
function endCountdown(shown: Locator): Promise<void> {
  // react-toastify closes a toast when the animation of its progress bar ends.
  return shown.evaluate((element) => {
    const countdown = element
      .getAnimations({ subtree: true })
      .find((animation) => animation instanceof CSSAnimation && animation.animationName.includes('trackProgress'));
    if (!countdown) throw new Error('The toast has no countdown');
    countdown.finish();
  });
}

test('a toast shows at the top right, is announced, and closes with its button', async ({ page, product: { _id } }) => {
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
  await added.getByRole('button', { name: 'Close' }).click();
  await expect(added).toHaveCount(0);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a toast closes by itself with motion set to ${reducedMotion}`, async ({ page, product: { _id } }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`/product/${_id}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    const added = toast(page, "You've added new item to cart");
    await expect(added).toBeVisible();
    await endCountdown(added);
    await expect(added).toHaveCount(0);
  });
}

test('a repeated warning replaces its toast, restarts its countdown, and never covers the button', async ({
  page,
  product: { _id },
}) => {
  await page.goto(`/product/${_id}`);
  const add = page.getByRole('button', { name: 'Add to Cart' });
  await add.click();
  await add.click();
  const warning = toast(page, "You've increased item count in cart");
  await expect(warning).toBeVisible();
  const first = await warning.elementHandle();
  for (let time = 0; time < 10; time++) await add.click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 12 items');
  await expect(warning).toHaveCount(1);
  await expect(warning).toHaveRole('alert');
  // A new element is announced again and has a new countdown.
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await endCountdown(warning);
  await expect(warning).toHaveCount(0);
  await add.click();
  await expect(warning).toBeVisible();
});

test('a repeated error replaces its toast and restarts its countdown', async ({ page }) => {
  await page.goto('/authorization');
  const failure = toast(page, 'Wrong email or password');
  await submitLogin(page, 'unknown@example.com', 'wrong password');
  await expect(failure).toBeVisible();
  const first = await failure.elementHandle();
  await submitLogin(page, 'unknown@example.com', 'wrong password');
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(failure).toHaveCount(1);
  await endCountdown(failure);
  await expect(failure).toHaveCount(0);
});

test('a toast covers neither the cart dropdown nor the user menu', async ({
  page,
  product: { _id },
  shopper: { username },
}) => {
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const added = toast(page, "You've added new item to cart");
  await expect(added).toBeVisible();
  await keepToasts(page);
  const header = page.getByRole('banner');
  await cartLink(page).hover();
  await header.getByRole('button', { name: /^Remove / }).click();
  await header.getByRole('button', { name: username }).click();
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/authorization');
  await expect(added).toBeVisible();
});
