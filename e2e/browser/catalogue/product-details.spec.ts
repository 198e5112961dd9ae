import type { Page } from '@playwright/test';
import type { FamilyView, ProductView } from '#contract/catalogue/catalogue.ts';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { heading, madeUpListing, madeUpProduct, productLinks, respondWithComments } from '../steps.ts';
import { stored } from '../storage.ts';
import { expect, test } from '../test.ts';

async function openMadeUp(page: Page, product: ProductView): Promise<void> {
  await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product });
  await respondWithComments(page, []);
  await page.goto(`/product/${product._id}`);
  await expect(heading(page, product.title)).toBeVisible();
}

const options = (page: Page, name: string) => page.getByRole('list', { name: new RegExp(`^${name}`) });

test('the specifications list the attributes with their units, in order', async ({ page }) => {
  const attributes = [
    { code: 'ram', name: 'Memory', value: 16, unit: 'GB', label: '16 GB' },
    { code: 'weight', name: 'Weight', value: 1.29, unit: 'kg', label: '1.29 kg' },
    { code: 'battery', name: 'Battery', value: 12_000, unit: 'mAh', label: '12,000 mAh' },
    { code: 'upgradable', name: 'Upgradable memory', value: true, unit: '', label: 'Yes' },
    { code: 'touch', name: 'Touchscreen', value: false, unit: '', label: 'No' },
    { code: 'graphics', name: 'Graphics', value: 'Integrated', unit: '', label: 'Integrated' },
  ];
  await openMadeUp(page, madeUpProduct({ attributes }));
  const rows = page.getByRole('table', { name: 'Specifications' }).getByRole('row');
  await expect(rows).toHaveText([
    'Memory16 GB',
    'Weight1.29 kg',
    'Battery12,000 mAh',
    'Upgradable memoryYes',
    'TouchscreenNo',
    'GraphicsIntegrated',
  ]);
  await expect(rows.first().getByRole('rowheader')).toHaveText('Memory');
});

test('a product without attributes has no specifications', async ({ page }) => {
  await openMadeUp(page, madeUpProduct());
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Specifications' })).toHaveCount(0);
});

test('the category leads to its page', async ({ page }) => {
  await openMadeUp(page, madeUpProduct());
  await expect(page.getByRole('main').getByRole('link', { name: 'Things' })).toHaveAttribute(
    'href',
    '/category/things',
  );
});

for (const [stock, text] of [
  [{ state: 'inStock' }, 'In stock'],
  [{ state: 'low', left: 2 }, 'Only 2 left'],
  [null, null],
] as const) {
  test(`a product with the stock ${JSON.stringify(stock)} can be bought`, async ({ page }) => {
    const product = madeUpProduct({ stock });
    await openMadeUp(page, product);
    if (text === null) await expect(page.getByText(/in stock|left$/i)).toHaveCount(0);
    else await expect(page.getByRole('article').getByText(text, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ _id: product._id }]);
  });
}

test('a product that is sold out says so and cannot be bought', async ({ page }) => {
  await openMadeUp(page, madeUpProduct({ stock: { state: 'soldOut' } }));
  await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
});

test('a quantity can be added at once, up to what is left', async ({ page }) => {
  const product = madeUpProduct({ title: 'Lamp', stock: { state: 'low', left: 2 } });
  await openMadeUp(page, product);
  const more = page.getByRole('button', { name: 'Increase quantity of Lamp' });
  await more.click();
  await expect(more).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ _id: product._id, count: 2 }]);
});

test('the costs and the days of delivery stand at the button', async ({ page }) => {
  const post = { code: 'post', name: 'Post', price: 4.9, freeFrom: 100, minDays: 3, maxDays: 5, countries: [] };
  const pickup = {
    ...post,
    code: 'pickup',
    name: 'Collect in store',
    price: 0,
    freeFrom: null,
    minDays: 0,
    maxDays: 0,
  };
  await respondWith(page, '/shipping', 200, { status: 'success', shippingMethods: [pickup, post] });
  await openMadeUp(page, madeUpProduct({ price: 99 }));
  const facts = page.getByRole('list', { name: 'Delivery' }).getByRole('listitem');
  await expect(facts).toHaveText([
    /^Delivery from 4\.90€, free from 100€Arrives /,
    'Collect in storeReady to collect today',
  ]);
});

test('a product that is sold out offers similar ones', async ({ page }) => {
  const product = madeUpProduct({ stock: { state: 'soldOut' } });
  const related = ['One', 'Two', 'Three', 'Four'].map((title) => madeUpProduct({ title }));
  await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product, related });
  await respondWithComments(page, []);
  await page.goto(`/product/${product._id}`);
  const others = page.getByRole('region', { name: 'Similar and in stock' });
  const links = productLinks(others);
  await expect(links).toHaveText(['One', 'Two', 'Three']);
  await expect(links.last()).toBeInViewport();
});

test.describe('the options of a family', () => {
  /** A family of Moss and Sand with 8 GB, of which Sand is sold out, and nothing with 16 GB. */
  function family(current: ProductView, moss: ProductView, sand: ProductView): FamilyView {
    const value = (value: string, member: ProductView | null, isSoldOut = false) => ({
      value,
      label: value,
      productId: member?._id ?? null,
      isCurrent: member === current,
      isSoldOut,
    });
    return {
      name: 'Kolm 7',
      options: [
        { name: 'Color', label: 'Color', values: [value('Moss', moss), value('Sand', sand, true)] },
        { name: 'Memory', label: 'Memory', values: [value('8 GB', current), value('16 GB', null)] },
      ],
    };
  }

  test('lead to the other variants; missing ones are disabled, those sold out are marked', async ({ page }) => {
    const moss = madeUpProduct({ title: 'Kolm 7, Moss', price: 1349 });
    const sand = madeUpProduct({ title: 'Kolm 7, Sand', stock: { state: 'soldOut' } });
    for (const product of [moss, sand]) {
      Object.assign(product, { family: family(product, moss, sand) });
      await respondWith(page, `/products/single/${product._id}`, 200, { status: 'success', product });
    }
    await respondWith(page, '/products?ids=*', 200, madeUpListing([moss, sand]));
    await openMadeUp(page, moss);
    const colors = options(page, 'Color').getByRole('link');
    await expect(colors).toHaveText(['Moss1,349€', 'SandSold out']);
    await expect(colors.first()).toHaveAttribute('aria-current', 'true');
    await expect(colors.last()).not.toHaveAttribute('aria-current');
    await expect(options(page, 'Memory').getByRole('link')).toHaveText(['8 GB1,349€']);
    await expect(options(page, 'Memory').getByRole('button', { name: '16 GB' })).toBeDisabled();
    await expectAccessible(page, 'a product of a family');

    await colors.last().click();
    await expect(page).toHaveURL(`/product/${sand._id}`);
    await expect(heading(page, sand.title)).toBeFocused();
    await expect(options(page, 'Color').getByRole('link', { name: 'Sand' })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('button', { name: 'Sold out' })).toBeDisabled();
    await page.goBack();
    await expect(heading(page, moss.title)).toBeVisible();
  });
});

test('price and button stay on screen on a phone, and cover nothing at the end of the page', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/product/${product._id}`);
  const button = page.getByRole('button', { name: 'Add to Cart' });
  await expect(button).toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.keyboard.press('End');
  await expect(button).toBeInViewport();
  await expect(page.getByRole('article').getByText('12.50€')).toBeInViewport();
  const bottom = async (name: 'contentinfo') => {
    const box = await page.getByRole(name).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const top = async () => (await button.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await bottom('contentinfo')) <= (await top())).toBe(true);
});
