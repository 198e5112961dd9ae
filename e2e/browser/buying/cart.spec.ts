import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { dropFirstView, holdCall, respondWith } from '../../../testing/responses.ts';
import {
  cartItem,
  cartLink,
  followLinkTo,
  keepToasts,
  madeUpComment,
  madeUpListing,
  madeUpProduct,
  respondWithComments,
  serveProducts,
  toast,
} from '../steps.ts';
import { store, storeAccount, storeCart, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const lines = (page: Page) => page.getByRole('list', { name: 'Products in your cart' }).getByRole('listitem');
const note = (page: Page) => page.getByRole('main').getByRole('alert');
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const quantity = (page: Page, change: 'Increase' | 'Decrease') =>
  page.getByRole('button', { name: new RegExp(`^${change} quantity of`) });

async function storedItems(page: Page): Promise<{ count: number; price: number; totalAmount: number }[]> {
  return JSON.parse((await stored(page, 'cart')) ?? '[]');
}

async function servePicture(page: Page, path: string): Promise<void> {
  const body = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#2a6f97' } })
    .webp()
    .toBuffer();
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'image/webp', body }));
}

/** The natural width of the first line's picture, in pixels; 0 until it is loaded. */
function shownWidth(page: Page): Promise<number> {
  return lines(page)
    .first()
    .evaluate((line) => line.querySelector('img')?.naturalWidth ?? 0);
}

/** Opens a cart with these products, in a catalogue of only these. */
async function openCart(page: Page, items: ProductView[], counts: number[] = []): Promise<void> {
  await serveProducts(page, items);
  await storeCart(
    page,
    items.map((item, index) => cartItem(item, { count: counts[index] ?? 1 })),
  );
  await page.goto('/order');
  await expect(lines(page)).toHaveCount(items.length);
}

test('adds a product with a success toast, then increases its count with a warning toast', async ({
  page,
  product,
}) => {
  await page.goto(`/product/${product._id}`);
  const add = page.getByRole('button', { name: 'Add to Cart' });
  await add.click();
  await expect(toast(page, "You've added new item to cart")).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  const { _id, title, price, image } = product;
  expect(await storedItems(page)).toMatchObject([{ _id, title, image, price, count: 1, totalAmount: price }]);
  await add.click();
  await expect(toast(page, "You've increased item count in cart")).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  const totalAmount = Math.round(price * 200) / 100;
  expect(await storedItems(page)).toMatchObject([{ _id, price, count: 2, totalAmount }]);
});

test('adding products shows one toast at a time', async ({ page, shop }) => {
  for (const product of [await shop.addProduct(), await shop.addProduct()]) {
    await followLinkTo(page, `/product/${product._id}`);
    await keepToasts(page);
    for (let units = 0; units < 2; units++) await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, "You've increased item count in cart")).toBeVisible();
    await expect(toast(page, /You've/)).toHaveCount(1);
  }
});

test('says at its line what is sold out, but not what the own open order holds', async ({ page, shop }) => {
  const [gone, own, scarce] = [
    await shop.addProduct({ stock: 1 }),
    await shop.addProduct({ stock: 1 }),
    await shop.addProduct({ stock: 3 }),
  ];
  const [shopper, other] = [await shop.newAccount(), await shop.newAccount()];
  const order = ({ _id, price }: ProductView, { token }: { token: string }) =>
    shop.call('POST', '/payment', {
      token,
      body: { items: [{ productId: _id, count: 1 }], currency: 'EUR', amount: price },
    });
  await order(gone, other);
  await order(own, shopper);
  await storeAccount(page, shopper);
  await storeCart(page, [cartItem(gone, { count: 1 }), cartItem(own, { count: 1 }), cartItem(scarce, { count: 4 })]);
  await page.goto('/order');
  await expect(lines(page).nth(0)).toContainText('Sold out. Remove it to check out.');
  await expect(lines(page).nth(2)).toContainText('Only 3 left.');
  await expect(lines(page).nth(1)).not.toContainText(/sold out|left/i);
  await lines(page)
    .nth(2)
    .getByRole('button', { name: /^Decrease/ })
    .click();
  await expect(lines(page).nth(2)).not.toContainText('left');
});

test('does not add a product whose quantity is already 50', async ({ page, product: { _id, ...product } }) => {
  await storeCart(page, [cartItem({ _id, ...product }, { count: 50 })]);
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Limit of 50 per order')).toBeVisible();
  expect(await storedItems(page)).toMatchObject([{ count: 50 }]);
});

test('the quantity stays between 1 and 50 and updates the price', async ({ page }) => {
  await openCart(page, [madeUpProduct({ price: 19.99 })], [49]);
  const count = page.getByRole('group', { name: /^Quantity of/ }).getByRole('status');
  await expect(count).toHaveText('49');
  await quantity(page, 'Increase').click();
  await expect(count).toHaveText('50');
  await expect(lines(page)).toContainText('Subtotal 999.50€');
  await expect(quantity(page, 'Increase')).toBeDisabled();
  await quantity(page, 'Increase').press('Enter');
  await expect(count).toHaveText('50');
  expect(await storedItems(page)).toMatchObject([{ count: 50, totalAmount: 999.5 }]);
  for (let left = 49; left >= 1; left--) await quantity(page, 'Decrease').press('Enter');
  await expect(count).toHaveText('1');
  await expect(quantity(page, 'Decrease')).toBeDisabled();
  await quantity(page, 'Decrease').press('Enter');
  await expect(count).toHaveText('1');
  await expect(summary(page)).toContainText('19.99€');
  expect(await storedItems(page)).toMatchObject([{ count: 1, totalAmount: 19.99 }]);
});

test('shows each product, its price, the total with two decimals and the order steps', async ({ page }) => {
  const [first, second] = [
    madeUpProduct({ title: 'First', price: 0.1 }),
    madeUpProduct({ title: 'Second', price: 0.2 }),
  ];
  await openCart(page, [first, second], [3, 1]);
  await expect(lines(page).first()).toContainText('0.10€ each');
  await expect(lines(page).first()).toContainText('Subtotal 0.30€');
  await expect(summary(page)).toContainText('Items4');
  await expect(summary(page)).toContainText('Total0.50€');
  const steps = page.getByRole('list', { name: 'Checkout progress' }).getByRole('listitem');
  await expect(steps.first()).toHaveAttribute('aria-current', 'step');
  await expect(steps).toHaveText([/Cart/, /Delivery and payment/]);
  await lines(page).last().getByRole('link', { name: 'Second' }).click();
  await expect(page).toHaveURL(`/product/${second._id}`);
});

test('says what delivery costs, when it is free, and that prices include VAT', async ({ page }) => {
  const product = madeUpProduct({ price: 60 });
  const method = { code: 'standard', name: 'Standard', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5 };
  const quote = { status: 'success', subtotal: 60, tax: { rate: 20, amount: 10 }, shippingMethod: 'standard' };
  await respondWith(page, '/payment/quote', 200, { ...quote, shippingMethods: [method] });
  await openCart(page, [product]);
  await expect(summary(page)).toContainText(
    'Delivery from 4.90€. Spend 40.00€ more for free delivery. Prices include VAT.',
  );
  const free = { ...quote, subtotal: 120, tax: { rate: 0, amount: 0 }, shippingMethods: [{ ...method, price: 0 }] };
  await respondWith(page, '/payment/quote', 200, free);
  await quantity(page, 'Increase').click();
  await expect(summary(page)).toContainText('Free delivery.');
  await expect(summary(page)).not.toContainText(/VAT|Add/);
  await page.getByRole('main').getByRole('link', { name: 'Continue shopping' }).click();
  await expect(page).toHaveURL('/');
});

test('says nothing of what delivery cost before, once the shop refuses to price the cart', async ({ page }) => {
  const product = madeUpProduct({ price: 60 });
  const method = { code: 'standard', name: 'Standard', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5 };
  const quote = { status: 'success', subtotal: 60, tax: { rate: 20, amount: 10 }, shippingMethod: 'standard' };
  await respondWith(page, '/payment/quote', 200, { ...quote, shippingMethods: [method] });
  await openCart(page, [product]);
  await expect(summary(page)).toContainText('Spend 40.00€ more for free delivery.');
  await respondWith(page, '/payment/quote', 503, { status: 'error', message: 'We are closed for a moment.' });
  await quantity(page, 'Increase').click();
  await expect(summary(page)).not.toContainText('Delivery');
});

test("on a phone, what is pinned leaves most of the window to a guest's cart", async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await storeCart(page, [cartItem(product)]);
  await page.goto('/order');
  await expect(summary(page)).toContainText('Delivery');
  const heightOf = async () => (await summary(page).boundingBox())?.height;
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeInViewport({ ratio: 1 });
  await expect(summary(page).getByRole('link', { name: 'Log in to continue' })).toBeInViewport({ ratio: 1 });
  expect(await heightOf()).toBeLessThan(844 / 4);
});

test('the description distinguishes products with the same title', async ({ page }) => {
  const twins = ['8 GB, silver', '16 GB, black'].map((description) => madeUpProduct({ title: 'Laptop', description }));
  await openCart(page, twins);
  await expect(lines(page)).toContainText(['8 GB, silver', '16 GB, black']);
  await cartLink(page).hover();
  const menuItems = page.getByRole('banner').getByRole('region', { name: 'Cart' }).getByRole('listitem');
  await expect(menuItems).toContainText(['8 GB, silver', '16 GB, black']);
});

test('right-to-left text keeps its direction everywhere, and the count follows it', async ({ page, shop }) => {
  const product = madeUpProduct({ title: 'מקלדת USB', description: 'מקלדת, 104 keys' });
  await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product });
  const comment = madeUpComment({ author: 'נועה', content: 'מצוין!' });
  await respondWithComments(page, [comment]);
  await respondWith(page, '/payment/quote', 503, { status: 'error', message: 'We are closed for a moment.' });
  await storeAccount(page, await shop.newAccount());
  await openCart(page, [product]);
  const expectRightToLeft = (text: string) =>
    expect(page.getByRole('main').getByText(text, { exact: true })).toHaveCSS('direction', 'rtl');
  await expectRightToLeft(product.title);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expectRightToLeft(product.title);
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`${product.title} × 1`);
  await page.goBack();
  await lines(page).getByRole('link', { name: product.title }).click();
  for (const text of [product.title, product.description, comment.author, comment.content]) {
    await expectRightToLeft(text);
  }
  await page.getByRole('link', { name: 'Back to products' }).click();
  for (const text of [product.title, product.description]) await expectRightToLeft(text);
});

test('leads on to the best rated products, and to the categories without items', async ({ page }) => {
  const loved = madeUpProduct({ title: 'Loved', rating: 5, allRatings: [5] });
  const item = madeUpProduct();
  await openCart(page, [item]);
  await respondWith(page, '/products?*sort=rating', 200, madeUpListing([loved]));
  await page.reload();
  const shelf = page.getByRole('region', { name: 'Top rated' });
  await shelf.scrollIntoViewIfNeeded();
  await expect(shelf.getByRole('link', { name: 'Loved' })).toHaveAttribute('href', `/product/${loved._id}`);
  await page.getByRole('button', { name: `Remove ${item.title}` }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shop by category' })).toBeVisible();
});

test('removes items, and with the last one the stored cart', async ({ page }) => {
  const [first, second] = [madeUpProduct({ title: 'First' }), madeUpProduct({ title: 'Second' })];
  await openCart(page, [first, second]);
  await page.getByRole('button', { name: 'Remove First' }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Products in your cart' })).toBeFocused();
  expect(await storedItems(page)).toMatchObject([{ _id: second._id }]);
  await page.getByRole('button', { name: 'Remove Second' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeFocused();
  expect(await stored(page, 'cart')).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Start shopping' }).click();
  await expect(page).toHaveURL('/');
});

test('a picture being processed shows a notice, is not fetched, and appears when ready', async ({ page }) => {
  const product = madeUpProduct({ image: 'new.png', imageState: 'processing' });
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads/')) fetched.push(new URL(request.url()).pathname);
  });
  await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product });
  await serveProducts(page, [product]);
  await followLinkTo(page, `/product/${product._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page).hover();
  await expect(page.getByRole('region', { name: 'Cart' })).toContainText('Picture being prepared');
  await cartLink(page).click();
  await expect(lines(page)).toContainText('Picture being prepared');
  await page.reload();
  await expect(lines(page)).toContainText('Picture being prepared');
  expect(fetched).toEqual([]);
  const ready = { ...product, imageState: 'ready' as const, imageWidths: [320] };
  await serveProducts(page, [ready]);
  await servePicture(page, '/uploads/new-320.webp');
  await page.reload();
  await expect.poll(() => shownWidth(page)).toBeGreaterThan(0);
  // The page may also have fetched it just before the reload.
  expect(new Set(fetched)).toEqual(new Set(['/uploads/new-320.webp']));
});

test('a picture that was being processed when the cart was stored appears when ready', async ({ page }) => {
  const product = madeUpProduct({ image: 'new.png', imageWidths: [320] });
  await serveProducts(page, [product]);
  const response = await holdCall(page, '/products?*');
  await servePicture(page, '/uploads/new-320.webp');
  await storeCart(page, [cartItem({ ...product, imageWidths: [] })]);
  await page.goto('/order');
  await expect(lines(page)).toContainText('Picture coming soon');
  response.release();
  await expect.poll(() => shownWidth(page)).toBeGreaterThan(0);
});

test('the cart and its count are the same in every open tab', async ({ page, context, product }) => {
  const other = await context.newPage();
  await other.goto('/order');
  await page.goto(`/product/${product._id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(lines(other)).toContainText(product.title);
  await quantity(other, 'Increase').click();
  await expect(cartLink(other)).toHaveAccessibleName('Cart, 2 items');
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await other.getByRole('button', { name: /^Remove/ }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
  expect(await stored(page, 'cart')).toBeNull();
});

test('the shop works without browser storage', async ({ page, product: { _id, title } }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto(`/product/${_id}`);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByLabel('Currency').selectOption('USD');
  await cartLink(page).click();
  await expect(lines(page)).toContainText(title);
  await expect(summary(page)).toContainText('$');
});

test.describe('a stored cart', () => {
  test('is restored at startup, except for invalid items', async ({ page, product }) => {
    const broken = [null, 'thing', { _id: 7 }, { ...product, count: 'many' }, { ...product, price: -1, count: 1 }];
    await storeCart(page, [...(broken as object[]), cartItem(product, { count: 70 })]);
    await page.goto('/order');
    await expect(lines(page)).toHaveCount(1);
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 50 items');
    await page.reload();
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 50 items');
  });

  test('is ignored if malformed', async ({ page }) => {
    await store(page, 'cart', '{ not JSON');
    await page.goto('/order');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  });

  test('gets current prices, and a note in the chosen currency lists the changed ones', async ({ page }) => {
    const [pricier, same] = [
      madeUpProduct({ title: 'Pricier', price: 10 }),
      madeUpProduct({ title: 'Same', price: 20.5 }),
    ];
    await serveProducts(page, [pricier, same]);
    await storeCart(page, [cartItem(pricier, { price: 1.5 }), cartItem(same)]);
    await page.goto('/order');
    await expect(note(page)).toContainText('Prices have changed. Review your cart before you pay.');
    const line = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });
    await expect(line('Pricier')).toContainText('Pricier now costs 10.00€ instead of 1.50€');
    await expect(line('Same')).not.toContainText('now costs');
    expect(await storedItems(page)).toMatchObject([
      { price: 10, totalAmount: 20 },
      { price: 20.5, totalAmount: 41 },
    ]);
    await page.getByLabel('Currency').selectOption('USD');
    await expect(line('Pricier')).toContainText('Pricier now costs $10.90 instead of $1.64');
  });

  test('loses items that are no longer sold, and a note names them', async ({ page }) => {
    const sold = madeUpProduct({ title: 'Still sold' });
    await serveProducts(page, [sold]);
    await storeCart(page, [cartItem(sold), cartItem(madeUpProduct({ title: 'An old thing' }))]);
    await page.goto('/order');
    await expect(note(page)).toContainText("We removed An old thing from your cart because it's no longer available.");
    await expect(lines(page)).toHaveCount(1);
    expect(await storedItems(page)).toMatchObject([{ _id: sold._id }]);
  });

  test('shows a toast about a price change on other pages', async ({ page, product }) => {
    await storeCart(page, [cartItem(product, { price: 1 })]);
    await page.goto('/');
    await expect(toast(page, 'Prices have changed. Review your cart before you pay.')).toBeVisible();
  });

  test('shows no note about prices that have not changed', async ({ page, product }) => {
    await storeCart(page, [cartItem(product, { title: 'An old title' })]);
    await page.goto('/order');
    // The new title shows that the cart has been compared with the catalogue.
    await expect(lines(page)).toContainText(product.title);
    await expect(page.getByText('Prices have changed.')).toHaveCount(0);
  });
});

test('no page of the shop asks for the whole catalogue', async ({ page, context, product, shopper }) => {
  const calls: string[] = [];
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/v1/products') calls.push(search);
  });
  await storeCart(page, [cartItem(product)]);
  await page.goto('/contact');
  const category = `/category/${product.categoryId.slug}`;
  const addresses = ['/', '/?search=a', category, `/product/${product._id}`, '/order', '/profile', '/contact', '/x'];
  await Promise.all(
    addresses.map(async (address) => {
      const tab = await context.newPage();
      await dropFirstView(tab);
      await tab.goto(address);
      await expect(tab.getByRole('banner')).toContainText(shopper.username);
      await tab.waitForLoadState('networkidle');
    }),
  );
  expect(calls).toContain(`?ids=${product._id}`);
  expect(calls).toContain('?page=1');
  expect(calls.filter((query) => query === '')).toEqual([]);
});
