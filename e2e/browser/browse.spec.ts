import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';

type Shopper = { email: string; username: string; password: string };

/** Registers over the API and logs in on the screen. */
async function logIn(page: Page): Promise<Shopper> {
  const username = `shopper-${crypto.randomUUID().slice(0, 8)}`;
  const shopper = { email: `${username}@example.com`, username, password: 'correct horse' };
  expect((await page.request.post('/api/v1/user/register', { data: shopper })).status()).toBe(200);
  await page.goto('/authorization');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByLabel('Password', { exact: true }).fill(shopper.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('banner')).toContainText(username);
  return shopper;
}

type Product = { _id: string; title: string; price: number; imageState: string; rating: number; allRatings: number[] };

async function products(page: Page): Promise<Product[]> {
  return (await (await page.request.get('/api/v1/products')).json()).products;
}

/** A product of the demo shop whose picture is ready; each test takes another one, because all share the shop. */
async function productAt(page: Page, place: number): Promise<Product> {
  await expect.poll(async () => (await products(page))[place]?.imageState, { timeout: 60_000 }).toBe('ready');
  const product = (await products(page))[place];
  if (!product) throw new Error(`The demo shop has no product ${place}`);
  return product;
}

function toast(page: Page, text: string) {
  return page.locator('.Toastify').getByText(text);
}

async function answerWith(page: Page, call: string, status: number, body: object): Promise<void> {
  await page.route(`**/api/v1${call}`, (route) => route.fulfill({ status, json: body }));
}

test.describe('rating', () => {
  test('a visitor is asked to log in, and nothing is sent', async ({ page }) => {
    const { _id } = await productAt(page, 0);
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && calls.push(request.url()));
    await page.goto(`/product/${_id}`);
    await page.getByText('Your rating').waitFor();
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(3).click();
    await expect(toast(page, 'Please login to rate this product')).toBeVisible();
    await expect(page.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
    await page.getByRole('link', { name: 'Log in to rate' }).click();
    await expect(page).toHaveURL('/authorization');
    expect(calls).toEqual([]);
  });

  test('counts once for each user, by keyboard alone, and shows in the average at once', async ({ page }) => {
    const { _id, allRatings } = await productAt(page, 1);
    await logIn(page);
    await page.goto(`/product/${_id}`);
    await page.getByRole('radio', { name: '1 star', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Thank you for your rating')).toBeVisible();
    await expect(page.getByText('You have already rated this product')).toBeVisible();
    const after = [...allRatings, 3];
    const average = (after.reduce((sum, rate) => sum + rate, 0) / after.length).toFixed(2);
    await expect(page.getByText(`${average} (${after.length} rating`)).toBeVisible();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').votedFor);
    expect(stored).toEqual([_id]);
    await page.reload();
    await expect(page.getByText('You have already rated this product')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test('that was given elsewhere meanwhile is refused in the server’s words, and the page then knows', async ({
    page,
  }) => {
    const { _id } = await productAt(page, 2);
    await logIn(page);
    await page.goto(`/product/${_id}`);
    await page.getByText('Your rating').waitFor();
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await page.request.patch('/api/v1/products/single', {
      headers: { Authorization: token },
      data: { productId: _id, productRate: 5 },
    });
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(0).click();
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(toast(page, 'You have already rated this product')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test('that fails without a sentence of its own has the fallback, and can be tried again', async ({ page }) => {
    const { _id } = await productAt(page, 3);
    await logIn(page);
    await page.goto(`/product/${_id}`);
    await answerWith(page, '/products/single', 500, { status: 'error' });
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(1).click();
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(toast(page, 'Rate product failed. Please try again.')).toBeVisible();
    await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
  });
});

test.describe('a comment', () => {
  const box = (page: Page) => page.getByLabel('Write a comment');
  const send = (page: Page) => page.getByRole('button', { name: 'Send comment' });

  test('is required, is counted, and has at most 500 characters', async ({ page }) => {
    const { _id } = await productAt(page, 4);
    await page.goto(`/product/${_id}`);
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Comment is required' })).toBeVisible();
    await expect(box(page)).toBeFocused();
    await box(page).fill('   ');
    await expect(page.getByText('Comment is required')).toBeVisible();
    await box(page).fill('x'.repeat(500));
    await expect(page.getByText('500/500')).toBeVisible();
    await expect(page.getByText('Comment is required')).toBeHidden();
    await box(page).fill('x'.repeat(501));
    await expect(page.getByText('501/500')).toBeVisible();
    await expect(page.getByText('Comment can have at most 500 characters')).toBeVisible();
  });

  test('of a visitor is a guest’s, waits for approval, and then shows with its long date', async ({ page, query }) => {
    const { _id } = await productAt(page, 5);
    const content = `A <b>fine</b> thing ${crypto.randomUUID()}`;
    await page.goto(`/product/${_id}`);
    await expect(page.getByText('As Guest')).toBeVisible();
    await box(page).fill(content);
    await send(page).click();
    await expect(toast(page, 'Thank you. Your comment will appear once it has been approved.')).toBeVisible();
    await expect(box(page)).toHaveValue('');
    await page.reload();
    await expect(box(page)).toHaveValue('');
    await expect(page.getByText(content)).toBeHidden();
    await query("update comment set approved = true, created_at = '2026-01-05T12:00:00Z' where content = $1", [
      content,
    ]);
    await page.reload();
    const comment = page.getByRole('listitem').filter({ hasText: content });
    await expect(comment).toContainText('Guest');
    await expect(comment).toContainText('January 5, 2026');
  });

  test('of a user has their name', async ({ page, query }) => {
    const { _id } = await productAt(page, 6);
    const { username } = await logIn(page);
    await page.goto(`/product/${_id}`);
    await expect(page.getByText(`As ${username}`)).toBeVisible();
    await box(page).fill('From a user');
    await send(page).click();
    await expect(toast(page, 'Thank you.')).toBeVisible();
    expect(await query('select product_id from comment where author = $1', [username])).toEqual([{ product_id: _id }]);
  });

  test('keeps its text through a failure and through a way to another page', async ({ page }) => {
    const { _id } = await productAt(page, 7);
    await page.goto(`/product/${_id}`);
    await answerWith(page, '/comment', 500, {});
    await box(page).fill('Long thought about');
    await send(page).click();
    await expect(toast(page, 'Add product comment failed. Please try again.')).toBeVisible();
    await expect(box(page)).toHaveValue('Long thought about');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await page.goBack();
    await expect(box(page)).toHaveValue('Long thought about');
  });
});

test('the picture opens in a dialog, is magnified where it is pressed, and gives the focus back', async ({ page }) => {
  const { _id, title } = await productAt(page, 8);
  await page.goto(`/product/${_id}`);
  const open = page.getByRole('button', { name: 'Enlarge the picture' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  const picture = dialog.getByRole('img', { name: title });
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const whole = await width();
  await dialog.getByRole('button', { name: 'Magnify the picture' }).click({ position: { x: 10, y: 10 } });
  await expect.poll(width).toBeGreaterThan(whole * 1.9);
  await dialog.getByRole('button', { name: 'Show the whole picture' }).press('Enter');
  await expect.poll(width).toBeLessThan(whole * 1.1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test.describe('the contact form', () => {
  const fields = ['First Name', 'Last Name', 'Email', 'Message'];

  test('is reached from the header, and says what is wrong with a field once it has been touched', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    await expect(page).toHaveTitle('Contact Us · WebShop');
    await page.getByLabel('First Name').focus();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByLabel('Last Name').focus();
    await expect(page.getByRole('alert')).toHaveText(['First Name is required!']);
    await page.getByLabel('Email').fill('ada@example');
    await page.getByLabel('Message').focus();
    await expect(page.getByText('Last Name is required!')).toBeVisible();
    await expect(page.getByText('Email is not valid!')).toBeVisible();
    await expect(page.getByText('Message is required!')).toBeHidden();
    await page.getByLabel('Email').fill('');
    await expect(page.getByText('Email is required!')).toBeVisible();
    await page.getByLabel('Email').fill('ada@example.com');
    await expect(page.getByText(/^Email is/)).toBeHidden();
  });

  test('sent empty is wrong in every field, and the first one gets the focus', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toHaveText(fields.map((field) => `${field} is required!`));
    await expect(page.getByLabel('First Name')).toBeFocused();
  });

  test('calls no server, logs the values, and says that it was sent to nobody', async ({ page }) => {
    await page.goto('/contact');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const logged = page.waitForEvent('console', (entry) => entry.type() === 'log');
    const values = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', message: 'Hello' };
    for (const [place, value] of Object.values(values).entries())
      await page.getByLabel(fields[place] ?? '').fill(value);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Your message was sent to nobody.')).toBeVisible();
    expect(await (await logged).args()[0]?.jsonValue()).toEqual(values);
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: 'Write another message' }).click();
    await expect(page.getByLabel('Message')).toHaveValue('');
  });
});

test.describe('the address of the catalogue', () => {
  const cards = (page: Page) => page.getByRole('link', { name: 'View Product' });
  const search = (page: Page) => page.getByRole('searchbox');

  test('holds search, price, order and page without their defaults, and a reload shows the same', async ({ page }) => {
    await page.goto('/');
    await cards(page).first().waitFor();
    await page.getByLabel('Sort by').selectOption('High price');
    await expect(page).toHaveURL('/?sort=desc');
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await expect(page).toHaveURL('/?sort=desc&page=2');
    await search(page).fill('e');
    await expect(page).toHaveURL('/?search=e&sort=desc');
    await page.getByRole('slider').fill('100');
    await expect(page).toHaveURL('/?search=e&price=100&sort=desc');
    const shown = await page.getByRole('heading', { level: 2 }).allTextContents();
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(shown);
    await expect(search(page)).toHaveValue('e');
    await expect(page.getByRole('slider')).toHaveValue('100');
    await page.getByLabel('Sort by').selectOption('Default');
    await page.getByRole('slider').fill('0');
    await search(page).fill('');
    await expect(page).toHaveURL('/');
  });

  test('leads back from a product to what was shown, and back through what was chosen', async ({ page }) => {
    await page.goto('/');
    await search(page).pressSequentially('keyboard', { delay: 30 });
    await page.getByLabel('Sort by').selectOption('Low price');
    await cards(page).first().click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect(page).toHaveURL('/?search=keyboard&sort=asc');
    await expect(search(page)).toHaveValue('keyboard');
    await page.goBack();
    await expect(page).toHaveURL('/?search=keyboard');
    await expect(page.getByLabel('Sort by')).toHaveValue('default');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(search(page)).toHaveValue('');
    await page.goForward();
    await expect(search(page)).toHaveValue('keyboard');
    await cards(page).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('that asks for what can’t be is taken for what can', async ({ page }) => {
    await page.goto('/?page=999&sort=best&price=-5');
    await cards(page).first().waitFor();
    await expect(page.getByLabel('Sort by')).toHaveValue('default');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await page.goto('/?search=no+such+thing');
    await expect(page.getByText('There are no products')).toBeVisible();
    await page.getByRole('button', { name: 'Show all products' }).click();
    await expect(page).toHaveURL('/');
    await expect(cards(page)).toHaveCount(9);
  });

  test('follows typing without lag at 16,000 products', async ({ page }) => {
    const demo = await products(page);
    const many = Array.from({ length: 16_000 }, (_, place) => {
      return {
        ...demo[place % demo.length],
        _id: String(place),
        title: `Thing ${place}`,
        price: (place * 7919) % 3000,
      };
    });
    await answerWith(page, '/products', 200, { status: 'success', products: many });
    await page.goto('/?sort=asc');
    await cards(page).first().waitFor();
    await page.evaluate(() => {
      const durations: number[] = [];
      Object.assign(window, { durations });
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name.startsWith('key')) durations.push(duration);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    await search(page).pressSequentially('thing 1599', { delay: 50 });
    await expect(page.getByText('11 of 16000 products')).toBeVisible();
    await expect(page).toHaveURL('/?search=thing+1599&sort=asc');
    const durations = await page.evaluate(() => Reflect.get(window, 'durations') as number[]);
    // https://web.dev/articles/inp: an answer within 200 ms feels immediate.
    expect(Math.max(0, ...durations)).toBeLessThan(200);
  });
});

test.describe('a stored cart', () => {
  const store = (page: Page, items: object[]) =>
    page.addInitScript((cart) => localStorage.setItem('cart', cart), JSON.stringify(items));
  const line = (product: Product, change: object = {}) => {
    const { _id, title, price } = product;
    return { _id, title, image: '', imageWidths: [], price, count: 2, totalAmount: 2 * price, ...change };
  };

  test('gets today’s prices, and a note says what has changed and what is gone', async ({ page }) => {
    const [first, second] = await products(page);
    if (!first || !second) throw new Error('The demo shop has too few products');
    const gone = line(first, { _id: crypto.randomUUID(), title: 'An old thing' });
    await store(page, [line(first, { price: 1.5 }), line(second), gone]);
    await page.goto('/order');
    const note = page.getByRole('main').getByRole('alert');
    await expect(note).toContainText('Prices have changed. Please check your cart before you pay.');
    await expect(note).toContainText(`${first.title} now costs`);
    await expect(note).toContainText('instead of 1.50€');
    await expect(note).toContainText('An old thing is no longer sold and was taken out of your cart.');
    await expect(note).not.toContainText(second.title);
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'));
    expect(
      stored.map(({ price, totalAmount }: { price: number; totalAmount: number }) => [price, totalAmount]),
    ).toEqual([first, second].map(({ price }) => [price, Math.round(price * 200) / 100]));
  });

  test('is told of in the catalogue too, and stays quiet when nothing has changed', async ({ page }) => {
    const [first] = await products(page);
    if (!first) throw new Error('The demo shop is empty');
    await store(page, [line(first, { price: 1 })]);
    await page.goto('/');
    await expect(toast(page, 'Prices have changed. Please check your cart before you pay.')).toBeVisible();
    await store(page, [line(first)]);
    await page.goto('/order');
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Prices have changed.')).toHaveCount(0);
  });
});

test.describe('what a page says of itself', () => {
  const description = (page: Page) => page.locator('meta[name="description"]').getAttribute('content');

  test('changes with the page, in the tab and for search engines', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('WebShop');
    const first = await description(page);
    await page.getByRole('link', { name: 'View Product' }).first().click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(page).toHaveTitle(`${await heading.textContent()} · WebShop`);
    const second = await description(page);
    await page.goto('/contact');
    await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
    expect(new Set([first, second, await description(page)]).size).toBe(3);
  });

  test('is already in what the server sends for a product, and breaks no rule of the page', async ({ page }) => {
    const { _id, title } = await productAt(page, 9);
    const problems: string[] = [];
    page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()));
    const html = await (await page.request.get(`/product/${_id}`)).text();
    expect(html).toContain('application/ld+json');
    expect(html).toMatch(/<meta property="og:image" content="http:\/\/[^"]+\/uploads\/[^"]+" \/>/);
    await page.goto(`/product/${_id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · WebShop`);
    expect(problems).toEqual([]);
  });

  test('is a 404 for a product that is not there', async ({ page }) => {
    const answer = await page.goto('/product/0');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · WebShop');
  });
});
