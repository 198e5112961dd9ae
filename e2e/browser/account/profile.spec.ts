import { respondWith } from '../../../testing/responses.ts';
import { logIn, madeUpListing, madeUpOrder, madeUpProduct, openProfile, stopClock } from '../steps.ts';
import { store, storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

test('shows each field, and Add for those without a value', async ({ page }) => {
  const user = {
    ...{ _id: 'u', email: 'ada@example.com', username: 'ada', firstName: 'Ada', lastName: 'King', gender: 'female' },
    ...{ city: 'London', address: '12 Square', postCode: '', phoneNumber: '', role: 'user', status: true },
    ...{ avatar: '', avatarState: 'ready', avatarWidths: [], votedFor: [] },
  };
  await respondWith(page, '/user/getSingleUser', 200, { status: 'success', user });
  await respondWith(page, '/orders', 200, { status: 'success', orders: [] });
  await respondWith(page, '/user/sessions', 200, { status: 'success', sessions: [] });
  await store(page, 'user', JSON.stringify(user));
  await store(page, 'token', 'any');
  await page.goto('/profile');
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account.getByText('ada', { exact: true }).first()).toBeVisible();
  await expect(account.getByText('ada@example.com')).toBeVisible();
  const values = {
    ...{ 'First name': 'Ada', 'Last name': 'King', Gender: 'Female', City: 'London', Address: '12 Square' },
    ...{ 'Post code': 'Add', 'Phone number': 'Add' },
  };
  for (const [name, value] of Object.entries(values)) {
    await expect(
      account
        .locator('div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .last(),
    ).toContainText(value);
  }
  await expect(account.getByRole('button', { name: 'Change' })).toBeVisible();
  await expect(account.getByRole('button', { name: 'Edit profile' })).toBeVisible();
});

test('polls while a picture is being processed, even after a failed poll', async ({ page, shopper: { user } }) => {
  let polls = 0;
  let avatarState = 'processing';
  await page.route('**/api/v1/user/getSingleUser', (route) => {
    polls += 1;
    if (polls === 2) return route.fulfill({ status: 502, json: { message: 'Away for a moment' } });
    return route.fulfill({ json: { status: 'success', user: { ...user, avatarState } } });
  });
  await page.goto('/profile');
  await expect(page.getByText('Your picture is being processed')).toBeVisible();
  await expect(page.getByText('Away for a moment')).toBeVisible();
  avatarState = 'failed';
  await expect(page.getByText("We couldn't process this picture. Try another.")).toBeVisible();
});

test('polls only while the page is visible, and slows down once the data is gone', async ({
  page,
  shopper: { user },
}) => {
  let status = 200;
  await page.route('**/api/v1/user/getSingleUser', (route) =>
    route.fulfill({ status, json: { status: 'success', user: { ...user, avatarState: 'processing' } } }),
  );
  // Counted where the clock runs: a request arrives here later, on a busy machine after the next second.
  await page.addInitScript(() => {
    const { fetch } = window;
    Object.assign(window, { polls: 0 });
    window.fetch = (...call) => {
      if (String(call[0]).endsWith('/getSingleUser'))
        Object.assign(window, { polls: Reflect.get(window, 'polls') + 1 });
      return fetch(...call);
    };
  });
  const countPolls = () => page.evaluate(() => Reflect.get(window, 'polls') as number);
  await stopClock(page);
  await page.goto('/profile');
  await expect(page.getByText('Your picture is being processed')).toBeVisible();
  /** Advances the clock until the next poll. @returns the seconds that it took */
  const nextPoll = async () => {
    const [before, start] = [await countPolls(), Date.now()];
    let seconds = 0;
    while ((await countPolls()) === before && Date.now() - start < 20_000) {
      await page.clock.runFor(1000);
      seconds += 1;
    }
    return seconds;
  };
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => Object.defineProperty(document, 'hidden', { value, configurable: true }), isHidden);

  await nextPoll();
  await setHidden(true);
  const shown = await countPolls();
  await page.clock.runFor(10_000);
  expect(await countPolls()).toBe(shown);
  await setHidden(false);
  await nextPoll();
  expect(await countPolls()).toBe(shown + 1);
  status = 404;
  for (let count = 0; count < 4; count++) await nextPoll();
  expect(await nextPoll()).toBeGreaterThan(7);
});

test('omits abandoned orders', async ({ page, shop }) => {
  await storeAccount(page, await shop.newAccount());
  const orderOf = (number: number, state: string) => ({
    _id: `${number}`,
    number,
    state,
    currency: 'EUR',
    amount: 10,
    lines: [{ productId: 'p', title: 'Thing', price: 10, count: 1 }],
    date: new Date().toISOString(),
  });
  const all = [orderOf(1003, 'paid'), orderOf(1002, 'canceled'), orderOf(1001, 'refunded')];
  await respondWith(page, '/orders', 200, { status: 'success', orders: all });
  await page.goto('/profile');
  const shown = page.getByRole('region', { name: 'Orders' }).getByRole('heading', { level: 3 });
  await expect(shown).toHaveText(['Order 1003', 'Order 1001']);
});

test('asks for the products of the orders that are shown', async ({ page, shopper: _ }) => {
  const numbers = [1007, 1006, 1005, 1004, 1003, 1002, 1001];
  const orders = numbers.map((number) => ({
    ...madeUpOrder([{ ...madeUpProduct(), _id: `p${number}`, count: 1 }]),
    ...{ _id: `${number}`, number },
  }));
  await respondWith(page, '/orders', 200, { status: 'success', orders });
  const asked: (string | null)[] = [];
  await page.route('**/api/v1/products?ids=*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('ids'));
    return route.fulfill({ json: { status: 'success', ...madeUpListing([]) } });
  });
  await page.goto('/profile');
  await expect.poll(() => asked).toEqual(['p1007,p1006,p1005,p1004,p1003']);
  await page.getByRole('button', { name: 'Show all 7' }).click();
  await expect.poll(() => asked.slice(1)).toEqual(['p1007,p1006,p1005,p1004,p1003,p1002,p1001']);
});

test("shows the shopper's orders with items and state, and a retry after a failed load", async ({ page, shop }) => {
  const account = await shop.newAccount();
  const first = await shop.addProduct({ title: 'Laptop', description: '8 GB, silver', price: 10 });
  const second = await shop.addProduct({ title: 'Laptop', description: '16 GB, black', price: 20.5 });
  await logIn(page, account);
  await openProfile(page, account);
  await expect(page.getByText('No orders yet')).toBeVisible();

  const items = [
    { productId: first._id, count: 2 },
    { productId: second._id, count: 1 },
  ];
  const payment = await page.request.post('/api/v1/payment', {
    headers: { Authorization: account.token },
    data: { amount: 44.15, currency: 'USD', items },
  });
  expect(payment.ok()).toBe(true);
  await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Request failed. Please try again.' }).first()).toBeVisible();
  await page.unroute('**/api/v1/orders');
  await page.getByRole('button', { name: 'Retry' }).click();

  const order = page.getByRole('region', { name: 'Orders' }).getByRole('listitem').first();
  await expect(order.getByRole('heading', { name: /^Order \d{4,}$/ })).toBeVisible();
  await expect(order).toContainText('Payment pending');
  await expect(order).toContainText(new Date().toLocaleDateString('en-US', { dateStyle: 'long' }));
  await expect(order.getByRole('listitem')).toContainText([/Laptop × 2\s*8 GB, silver/, /Laptop × 1\s*16 GB, black/]);
  await expect(order).toContainText('$44.15');
});

test('only a user with an email sees the profile', async ({ page, shop }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  await storeAccount(page, await shop.newAccount());
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  // As an init script, because this page may still store the user from its session check.
  await page.addInitScript(() => {
    localStorage.setItem('user', JSON.stringify({ username: 'ada', email: '' }));
    localStorage.removeItem('token');
  });
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
});
