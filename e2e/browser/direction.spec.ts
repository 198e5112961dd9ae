import type { Locator, Page } from '@playwright/test';
import { respondWith } from '../../testing/responses.ts';
import { overflow } from './accessible.ts';
import { madeUpStatistics } from './dashboard/statistics.ts';
import type { Shop } from './shop.ts';
import { cartItem, madeUpProduct, toast } from './steps.ts';
import { storeAccount, storeCart } from './storage.ts';
import { expect, test } from './test.ts';

// The shop from right to left.

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    // The document is still empty.
    new MutationObserver(() => {
      document.documentElement.dir = 'rtl';
    }).observe(document, { childList: true });
  }),
);

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not on the page');
  return box;
}

/** Expects that elements are beside each other in this order, from the right. */
async function expectFromRight(...elements: Locator[]): Promise<void> {
  const boxes = [];
  for (const element of elements) boxes.push(await boxOf(element));
  for (const [index, box] of boxes.slice(1).entries()) {
    expect(box.x + box.width, `element ${index + 2} ends left of the one before it`).toBeLessThan(
      (boxes[index]?.x ?? 0) + 1,
    );
  }
}

/** Opens a product with three pictures. @returns its title */
async function openGallery(page: Page, shop: Shop): Promise<string> {
  const { _id, title } = await shop.addProduct();
  await shop.addPictures(_id, 2);
  await page.goto(`/product/${_id}`);
  return title;
}

test('no screen of the shop or the dashboard is wider than its window', async ({ page, shop, product }) => {
  await storeAccount(page, shop.admin);
  await storeCart(page, [cartItem(product)]);
  const { _id, categoryId } = product;
  const shopScreens = [
    '/',
    `/category/${categoryId.slug}`,
    `/product/${_id}`,
    `/compare?ids=${_id}`,
    '/order',
    '/contact',
  ];
  const accountScreens = ['/authorization', '/profile', '/no/such/page'];
  const dashboardScreens = [
    '',
    '/products',
    `/products/${_id}`,
    '/add-product',
    '/orders',
    '/users',
    '/terms',
    '/shop',
    '/import',
  ];
  for (const path of [...shopScreens, ...accountScreens, ...dashboardScreens.map((path) => `/dashboard${path}`)]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await overflow(page), `${path}: pixels wider than its window of ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('the next picture is on the left: for buttons, arrow keys and in the dialog', async ({ page, shop }) => {
  const title = await openGallery(page, shop);
  const pictures = page.getByRole('list', { name: 'Pictures' });
  const expectShown = (name: string) =>
    expect(pictures.getByRole('img', { name, exact: true })).toBeInViewport({ ratio: 0.9 });
  const next = page.getByRole('button', { name: 'Next picture' });
  await expectShown(title);
  await expectFromRight(page.getByRole('button', { name: 'Previous picture' }), next);
  await expectFromRight(...(await page.getByRole('button', { name: /^Picture \d of 3/ }).all()));
  await next.click();
  await expectShown(`${title}, picture 2`);

  await page.getByRole('button', { name: 'Enlarge picture 2 of 3' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Enlarge picture 3 of 3' })).toBeFocused();
  await expectShown(`${title}, picture 3`);
  await page.keyboard.press('ArrowRight');
  await expectShown(`${title}, picture 2`);

  await page.getByRole('button', { name: 'Enlarge picture 2 of 3' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('img', { name: `${title}, picture 3` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectShown(`${title}, picture 3`);
});

test('scrolling to the left leads to the next picture', async ({ page, shop }) => {
  const title = await openGallery(page, shop);
  const pictures = page.getByRole('list', { name: 'Pictures' });
  const { width } = await boxOf(pictures);
  await pictures.hover();
  await page.mouse.wheel(-width, 0);
  await expect(pictures.getByRole('img', { name: `${title}, picture 2` })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('button', { name: 'Picture 2 of 3', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('a toast shows at the top left', async ({ page, product: { _id } }) => {
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  const added = toast(page, "You've added new item to cart");
  await expect(added).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await boxOf(added)).x).toBeLessThan(40);
});

test('names in another direction stay in their place, and their words in order', async ({ page }) => {
  const product = madeUpProduct({
    family: {
      name: 'Laptop',
      options: [
        {
          name: 'Memory',
          label: 'Memory',
          values: [
            { value: '16 GB', label: '16 GB', productId: 'p', isCurrent: true, isSoldOut: false },
            { value: '32 GB', label: '32 GB', productId: null, isCurrent: false, isSoldOut: false },
          ],
        },
      ],
    },
  });
  await respondWith(page, '/products/single/*', 200, { status: 'success', product });
  await page.goto(`/product/${product._id}`);
  const options = page.getByRole('list', { name: 'Memory' });
  const [chosen, missing] = [options.getByRole('link'), options.getByRole('button')];
  await expectFromRight(chosen, missing);
  for (const text of [options.getByText('16 GB'), options.getByText('32 GB'), page.getByText('10.00€')]) {
    expect(await startsAtLeft(text), String(await text.textContent())).toBe(true);
  }
});

/** Whether the first character of a text is left of its last one. */
function startsAtLeft(text: Locator): Promise<boolean> {
  return text.evaluate(({ firstChild: node }) => {
    if (!(node instanceof Text)) throw new Error('The element has no text');
    const xOf = (index: number) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().x;
    };
    return xOf(0) < xOf(node.length - 1);
  });
}

test('the way to a category begins at the right, with a slash between the names', async ({ page, product }) => {
  const { slug, categoryName } = product.categoryId;
  await page.goto(`/category/${slug}`);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  const [home, category] = [trail.getByRole('link', { name: 'Home' }), trail.getByText(categoryName)];
  await expectFromRight(home, category);
  const [first, last] = [await boxOf(home), await boxOf(category)];
  expect(first.x - last.x - last.width).toBeGreaterThan(10);
});

test.describe('in the dashboard', () => {
  test.use({ login: 'admin' });

  test('the menu is on the right, and the latest day of a chart on the left', async ({ page }) => {
    const statistics = madeUpStatistics({ '2026-11-21': { orders: 12, revenue: 1250.5 } });
    await respondWith(page, '/admin/statistics', 200, { status: 'success', ...statistics });
    await page.goto('/dashboard');
    const chart = page.getByRole('img', { name: /^Revenue by day/ });
    await expectFromRight(page.getByRole('link', { name: 'Products', exact: true }), chart);
    await expectFromRight(chart.locator('g').first(), chart.locator('g').last());
    const figure = page.getByRole('figure').filter({ has: chart });
    await expectFromRight(figure.getByText('Oct 23', { exact: true }), figure.getByText('Nov 21', { exact: true }));
  });

  test("a row's menu opens within the window, beside its button", async ({ page, product: { title } }) => {
    const more = page.getByRole('button', { name: `More actions for ${title}` });
    const panel = page.locator('[popover]').filter({ has: page.getByText('Add variants') });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/dashboard/products?search=${encodeURIComponent(title)}`);
      await more.click();
      await expect(panel).toBeInViewport({ ratio: 1 });
      const [button, menu] = [await boxOf(more), await boxOf(panel)];
      expect(
        Math.min(Math.abs(button.x - menu.x), Math.abs(button.x + button.width - menu.x - menu.width)),
      ).toBeLessThan(1);
    }
  });
});
