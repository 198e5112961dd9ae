import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { IMAGE_WIDTHS } from '#contract/catalogue/pictures.ts';
import type { ListedProductView } from '#contract/listing/listing.ts';
import type { AdminOrderView } from '#contract/orders/orders.ts';
import { respondWith } from '../../testing/responses.ts';
import { madeUpStatistics } from './dashboard/statistics.ts';
import {
  cartItem,
  followLinkTo,
  madeUpComment,
  madeUpListing,
  madeUpOrder,
  madeUpProduct,
  respondWithComments,
} from './steps.ts';
import { storeAccount, storeCart } from './storage.ts';
import { expect, fixTime, test } from './test.ts';

// Compares screens with the images in the folder images, so that a change of a style sheet shows wherever it
// reaches. CONTRIBUTING.md says how to accept a change.

const WEIGHTS = { 400: '400Regular', 500: '500Medium', 600: '600SemiBold', 700: '700Bold' };

const DATE = '2026-01-05T12:00:00.000Z';
const laptops = { _id: 'laptops', slug: 'laptops', categoryName: 'Laptops' };
const categories = [
  { ...laptops, productCount: 6 },
  { _id: 'phones', slug: 'phones', categoryName: 'Phones and Tablets', productCount: 12 },
  { _id: 'lamps', slug: 'lamps', categoryName: 'Smart Home', productCount: 1 },
].map((category) => ({ ...category, image: '0.jpg', imageWidths: [...IMAGE_WIDTHS] }));
const shippingMethods = [
  { code: 'pickup', name: 'Collect in store', price: 0, freeFrom: null, minDays: 0, maxDays: 0, countries: [] },
  { code: 'post', name: 'Post', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5, countries: [] },
];

/** Laptops that need all that a card can show. */
const products: ListedProductView[] = [
  { title: 'Lumen 14 Laptop, 16 GB, 512 GB', price: 1349, variantCount: 3, rating: 4.6, allRatings: [5, 5, 4] },
  { title: 'Halden Studio 16 Laptop with a Title of Two Lines', price: 2599, rating: 3.5, allRatings: [3, 4] },
  { title: 'Sorrel Air 13 Laptop', price: 849.9, stock: { state: 'low' as const, left: 3 } },
  { title: 'Tarn Book 12 Laptop', price: 429, stock: { state: 'soldOut' as const } },
  { title: 'Orrin Play 17 Laptop', price: 3199, stock: { state: 'inStock' as const }, rating: 5, allRatings: [5] },
  { title: 'Lumen 15 Modular Laptop', price: 1789 },
].map(({ variantCount = 1, ...change }, index) => {
  const picture = { image: `${index}.jpg`, imageState: 'ready' as const, imageWidths: [...IMAGE_WIDTHS] };
  const product = madeUpProduct({
    _id: `product-${index}`,
    description:
      'A matte display, a day of work per charge, and a single screwdriver.\n\nMemory and drive are socketed.',
    categoryId: laptops,
    ...picture,
    images: [picture, { ...picture, image: 'back.jpg' }].map((each) => ({ _id: each.image, ...each })),
    attributes: [
      { code: 'ram', name: 'Memory', value: 8 * (index + 1), unit: 'GB', label: `${8 * (index + 1)} GB` },
      { code: 'touch', name: 'Touchscreen', value: index % 2 === 0, unit: '', label: index % 2 === 0 ? 'Yes' : 'No' },
    ],
    ...change,
  });
  return { ...product, variantCount };
});
const [laptop, other] = products as [ListedProductView, ListedProductView];

const family = {
  name: 'Lumen 14',
  options: [
    {
      name: 'Memory',
      values: [
        { value: '8 GB', productId: 'product-1', isCurrent: false, isSoldOut: false },
        { value: '16 GB', productId: 'product-0', isCurrent: true, isSoldOut: false },
        { value: '32 GB', productId: 'product-3', isCurrent: false, isSoldOut: true },
      ],
    },
  ],
};

const order = madeUpOrder([{ ...laptop, count: 2 }], {
  date: DATE,
  amount: 2702.9,
  subtotal: 2698,
  shipping: 4.9,
  tax: { rate: 20, amount: 450.48 },
  taxes: [{ rate: 20, net: 2252.42, amount: 450.48 }],
  shippingMethod: 'post',
  shippingName: 'Post',
  minDays: 3,
  maxDays: 5,
  delivery: {
    name: 'Ada Lovelace',
    address: 'Main Street 1',
    city: 'Novi Sad',
    postCode: '21000',
    country: 'RS',
    phoneNumber: '',
  },
  history: [
    { date: DATE, what: 'ordered', by: 'shopper' },
    { date: DATE, what: 'paid', by: 'provider' },
  ],
});

const noFurtherData = {
  gtin: null,
  mpn: null,
  condition: null,
  manufacturer: null,
  manufacturerId: null,
  responsible: null,
  responsibleId: null,
  safety: null,
  guaranteeYears: null,
  updatesUntil: null,
  repairScore: null,
  hasBattery: null,
};

const adminProducts = products.map(
  (product, index): AdminProductView => ({
    ...noFurtherData,
    ...product,
    salePrice: null,
    saleFrom: null,
    isOnSale: false,
    images: product.images.map((image) => ({ ...image, imageFailure: null })),
    version: 1,
    imageFailure: null,
    documents: [],
    commentCount: index,
    isPublished: index !== 1,
    taxClass: 'standard',
    translations: {},
    stockCount: index === 0 ? null : 10 * (index - 1),
    date: DATE,
  }),
);

const adminOrders = (['pending', 'paid', 'paid', 'canceled', 'refunded'] as const).map(
  (state, index): AdminOrderView => ({
    ...order,
    lines: order.lines.map((line) => ({ ...line, defaultTitle: line.title })),
    _id: `order-${index}`,
    number: 1001 + index,
    state,
    shopper: { _id: 'shopper', username: 'ada', email: 'ada@example.com' },
    paymentIntentId: null,
    checkedAt: DATE,
    refunded: state === 'refunded' ? order.amount : 0,
    country: 'RS',
    carriers: [],
    isDisputed: index === 2,
    dispute: index === 2 ? ('open' as const) : null,
    lost: 0,
  }),
);

/** Responds to all calls of the screens. */
async function fillShop(page: Page): Promise<void> {
  const success = (body: object) => ({ status: 'success', ...body });
  const table = { total: 5, page: 1, pageCount: 1 };
  const facets = [
    {
      ...{ code: 'ram', name: 'Memory', unit: 'GB', type: 'number' as const, min: 8, max: 48 },
      values: [8, 16, 32].map((value) => ({ value, label: `${value} GB`, count: 2 })),
    },
    {
      ...{ code: 'touch', name: 'Touchscreen', unit: '', type: 'boolean' as const },
      values: [true, false].map((value) => ({ value, label: value ? 'Yes' : 'No', count: 3 })),
    },
  ];
  const responses = {
    '/products?*': madeUpListing(products, { category: { ...laptops, productCount: 6 }, facets }),
    '/products/single/*': success({ product: { ...laptop, family } }),
    '/categories': success({ categories }),
    '/shipping': success({ shippingMethods }),
    '/orders/*': success({ order }),
    '/admin/statistics': success(madeUpStatistics({ '2026-11-03': { orders: 12, revenue: 1250.5 } })),
    '/admin/work': success({ ordersToShip: 12, ordersToCollect: 1, commentsWaiting: 7, unsentMails: 0 }),
    '/admin/product?*': success({ products: adminProducts, ...table }),
    '/admin/order?*': success({ orders: adminOrders, ...table }),
    '/admin/category?summary=true': success({ allCategories: categories }),
    '/admin/order-view': success({ views: [] }),
  };
  for (const [path, response] of Object.entries(responses)) await respondWith(page, path, 200, response);
  const drawing = sharp({ create: { width: 640, height: 640, channels: 3, background: '#7ba6b8' } });
  const picture = await drawing.png().toBuffer();
  await page.route('**/uploads/*', (route) => route.fulfill({ contentType: 'image/png', body: picture }));
}

/** Shows letters that look the same everywhere, whatever fonts a computer has. */
async function fixFont(page: Page): Promise<void> {
  const faces = Object.keys(WEIGHTS).map((weight) => {
    return `@font-face { font-family: Fixed; font-weight: ${weight}; src: url(/fixed-font/${weight}); }`;
  });
  for (const [weight, name] of Object.entries(WEIGHTS)) {
    const file = import.meta.resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`);
    await page.route(`/fixed-font/${weight}`, (route) => route.fulfill({ path: fileURLToPath(file) }));
  }
  await page.addStyleTag({ content: `${faces.join('\n')} :root { --font: Fixed; }` });
  await page.evaluate(() => document.fonts.ready);
}

/** Scrolls at once, as keys would scroll smoothly, and waits until the page knows what is in view. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (top) => {
    window.scrollTo({ top, behavior: 'instant' });
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, top);
}

/** Each screen and the heading that it shows last. */
const screens: Record<string, { path: string; shown: string }> = {
  home: { path: '/', shown: 'Sorrel Air 13 Laptop' },
  category: { path: '/category/laptops', shown: 'Sorrel Air 13 Laptop' },
  product: { path: '/product/product-0', shown: 'Ratings and comments' },
  compare: { path: '/compare?ids=product-0,product-1', shown: 'Compare products' },
  cart: { path: '/order', shown: 'Summary' },
  order: { path: '/orders/o', shown: 'Order 1001' },
  contact: { path: '/contact', shown: 'Contact' },
  login: { path: '/authorization', shown: 'Login' },
  statistics: { path: '/dashboard', shown: 'Statistics' },
  'products of the dashboard': { path: '/dashboard/products', shown: 'Products' },
  'orders of the dashboard': { path: '/dashboard/orders', shown: 'Orders' },
  'a form of the dashboard': { path: '/dashboard/add-product', shown: 'Add product' },
};

for (const [name, { path, shown }] of Object.entries(screens)) {
  test(`${name} looks as before in both themes`, async ({ page, shop }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await fixTime(page, DATE);
    await fillShop(page);
    await respondWithComments(page, [madeUpComment({ rate: 4 }), madeUpComment()]);
    if (name !== 'login') await storeAccount(page, shop.admin);
    await storeCart(page, [cartItem(laptop), cartItem(other)]);
    await followLinkTo(page, path);
    await expect(page.getByRole('heading', { name: shown })).toBeVisible();
    await fixFont(page);
    // Loads what waits for the shopper to scroll.
    await scrollTo(page, Number.MAX_SAFE_INTEGER);
    await page.waitForLoadState('networkidle');
    await scrollTo(page, 0);
    await page.evaluate(async () => {
      const images = [...document.images];
      // A picture that is decoded later is missing in a screenshot.
      for (const image of images) Object.assign(image, { loading: 'eager', decoding: 'sync' });
      await Promise.all(images.map((image) => image.decode()));
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { fullPage: true, maxDiffPixels: 200 });
    }
  });
}
