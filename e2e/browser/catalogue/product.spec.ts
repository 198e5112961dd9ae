import { respondWith } from '../../../testing/responses.ts';
import { picture } from '../shop.ts';
import { madeUpProduct, respondWithComments } from '../steps.ts';
import { expect, test } from '../test.ts';

test('shows picture, title, description, average, price, the comment form and the approved comments', async ({
  page,
  shop,
}) => {
  const product = await shop.addProduct({ price: 1234.5, picture: await picture() });
  await shop.addComment(product._id, 'Comes second', { approved: true });
  await shop.addComment(product._id, 'Comes first', { approved: true });
  await shop.addComment(product._id, 'Still waiting');
  await page.goto(`/product/${product._id}`);
  const shown = page.getByRole('main').getByRole('img', { name: product.title });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(shown).toHaveAttribute('srcset', /-320\.webp 320w, .*-640\.webp 640w/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.title);
  await expect(page.getByRole('article').getByText(product.description)).toBeVisible();
  await expect(page.getByText('No ratings yet')).toBeVisible();
  await expect(page.getByRole('article').getByText('1,234.50€', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(page.getByLabel('Write a comment')).toBeVisible();
  const comments = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
  await expect(comments).toHaveText([/Comes first/, /Comes second/]);
});

test('shows the average with two decimals, and placeholders for no ratings and no comments', async ({ page }) => {
  const rated = madeUpProduct({ rating: 3.6666, allRatings: [3, 4, 4] });
  const unrated = madeUpProduct();
  for (const product of [rated, unrated]) {
    await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product });
  }
  await respondWithComments(page, []);
  await page.goto(`/product/${rated._id}`);
  await expect(page.getByText('3.67 (3 ratings)')).toBeVisible();
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await page.goto(`/product/${unrated._id}`);
  await expect(page.getByText('No ratings yet')).toBeVisible();
});

test('the picture opens in a dialog, zooms in where it is clicked, and restores the focus', async ({
  page,
  product: { _id, title },
}) => {
  await page.goto(`/product/${_id}`);
  const open = page.getByRole('button', { name: 'Enlarge picture' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  const picture = dialog.getByRole('img', { name: title });
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const whole = await width();
  await dialog.getByRole('button', { name: 'Show at 200%' }).click({ position: { x: 10, y: 10 } });
  await expect.poll(width).toBeGreaterThan(whole * 1.9);
  // What was clicked stays below the pointer.
  const corner = async () =>
    Math.round(((await picture.boundingBox())?.x ?? 0) - ((await dialog.boundingBox())?.x ?? 0));
  expect(Math.abs(await corner())).toBeLessThan(20);
  await dialog.getByRole('button', { name: 'Zoom out' }).press('Enter');
  await expect.poll(width).toBeLessThan(whole * 1.1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});
