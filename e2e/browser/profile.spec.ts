import sharp from 'sharp';
import { answerWith } from '../../testing/answers.ts';
import { bitmap, expectNothingSent, logIn, openProfile, watchChanges } from './steps.ts';
import { store, storeAccount } from './storage.ts';
import { expect, test } from './test.ts';

test('shows each field, and Add for those without a value', async ({ page }) => {
  const user = {
    ...{ _id: 'u', email: 'ada@example.com', username: 'ada', firstName: 'Ada', lastName: 'King', gender: 'female' },
    ...{ city: 'London', address: '12 Square', postCode: '', phoneNumber: '', role: 'user', status: true },
    ...{ avatar: '', avatarState: 'ready', avatarWidths: [], votedFor: [] },
  };
  await answerWith(page, '/user/getSingleUser', 200, { status: 'success', user });
  await answerWith(page, '/orders', 200, { status: 'success', orders: [] });
  await store(page, 'user', JSON.stringify(user));
  await store(page, 'token', 'any');
  await page.goto('/profile');
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account.getByText('ada', { exact: true })).toBeVisible();
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

test('polls for a picture in processing, also after a failed poll', async ({ page, shopper: { user } }) => {
  let looks = 0;
  let avatarState = 'processing';
  await page.route('**/api/v1/user/getSingleUser', (route) => {
    looks += 1;
    if (looks === 2) return route.fulfill({ status: 502, json: { message: 'Away for a moment' } });
    return route.fulfill({ json: { status: 'success', user: { ...user, avatarState } } });
  });
  await page.goto('/profile');
  await expect(page.getByText('Your picture is being processed')).toBeVisible();
  await expect(page.getByText('Away for a moment')).toBeVisible();
  avatarState = 'failed';
  await expect(page.getByText("We couldn't process this picture. Try another.")).toBeVisible();
});

test('editing the profile: nothing sent if nothing changed, every field kept, a new picture shown', async ({
  page,
  shopper: account,
}) => {
  test.setTimeout(120_000);
  await page.goto('/profile');
  const edit = page.getByRole('button', { name: 'Edit profile' });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(page.getByRole('main')).toContainText(account.email);

  const changes = watchChanges(page);
  await edit.click();
  await save.click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  await expect(edit).toBeFocused();
  await edit.click();
  await page.getByLabel('Username').fill(' ');
  await save.click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectNothingSent(page, changes);

  await page.getByLabel('Username').fill(`${account.username}-new`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Address').fill('12 St James’s Square');
  await page.getByLabel('City').fill('London');
  await page.getByLabel('Post code').fill('SW1Y 4JH');
  await page.getByLabel('Phone number').fill('+44 20 0000');
  await save.click();
  await expect(page.getByText('Profile updated').first()).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(`${account.username}-new`);
  await page.reload();
  for (const text of ['Ada', 'Lovelace', 'Female', '12 St James’s Square', 'London', 'SW1Y 4JH', '+44 20 0000']) {
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible();
  }

  await edit.click();
  const picture = page.locator('input[type=file]');
  await picture.setInputFiles({
    name: 'large.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  await expect(page.getByText('Pictures can be up to 10 MB')).toBeVisible();
  const buffer = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
  await picture.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const shown = page.getByRole('main').locator('img');
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(700);
  await save.click();
  // Other pictures may be processed first.
  await expect(shown).toHaveAttribute('src', /^\/uploads\/users\/[\da-f-]{36}-320\.webp$/, { timeout: 60_000 });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(changes).toEqual(['PUT /api/v1/user/editUser', 'PUT /api/v1/user/editUser']);
});

test('an edit sends only its own changes and keeps those made elsewhere', async ({ page, shopper: { token } }) => {
  const changeElsewhere = async (city: string) => {
    const answer = await page.request.put('/api/v1/user/editUser', {
      headers: { Authorization: token },
      data: { city },
    });
    expect(answer.ok()).toBe(true);
    return (await answer.json()).user;
  };
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const user = await changeElsewhere('Oslo');
  // A change made in another tab arrives after the form has opened.
  await page.evaluate((user) => {
    localStorage.setItem('user', user);
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: user, storageArea: localStorage }));
  }, JSON.stringify(user));
  await page.getByLabel('Phone number').fill('+47 22 00 00');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({ phoneNumber: '+47 22 00 00' });
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account).toContainText('Oslo');
  await expect(account).toContainText('+47 22 00 00');
});

test('a refused edit keeps the input', async ({ page, shopper: account, shop }) => {
  const other = await shop.newAccount();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Username').fill(other.username);
  await page.getByLabel('City').fill('Paris');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Username is already taken')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Paris');

  const picture = page.locator('input[type=file]');
  const place = page.getByRole('group', { name: 'Picture' });
  const refusal = 'The picture must be JPEG, PNG, WebP, AVIF or GIF';
  await picture.setInputFiles({ name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(place.getByRole('alert')).toHaveText(refusal);
  await picture.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(place.getByRole('alert')).toHaveText(
    "We can't read this picture. It must be JPEG, PNG, WebP, AVIF or GIF.",
  );
  await picture.setInputFiles(bitmap('me.jpg', 'image/jpeg'));
  await expect(place.getByRole('alert')).toBeHidden();
  await expect(place.getByText('me.jpg, 58 bytes')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 600 });
  await page.getByLabel('Username').fill(account.username);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(place.getByRole('alert')).toHaveText(refusal);
  await expect(place.getByRole('button')).toHaveAccessibleDescription(new RegExp(`^${refusal} me.jpg`));
  await expect(place.getByRole('button')).toBeFocused();
  await expect(place.getByRole('alert')).toBeInViewport();
  await expect(page.getByLabel('City')).toHaveValue('Paris');

  // Holds the upload until the progress bar shows.
  let abort = () => {};
  const seen = new Promise<void>((resolve) => {
    abort = resolve;
  });
  await page.route('**/api/v1/user/editUser', async (route) => {
    await seen;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading the picture' })).toBeVisible();
  abort();
  await expect(page.getByText('Edit user profile failed. Please try again.')).toBeVisible();
});

test('leaves out abandoned orders', async ({ page, shop }) => {
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
  await answerWith(page, '/orders', 200, { status: 'success', orders: all });
  await page.goto('/profile');
  const shown = page.getByRole('region', { name: 'Orders' }).getByRole('heading', { level: 3 });
  await expect(shown).toHaveText(['Order 1003', 'Order 1001']);
});

test('shows the shopper’s orders with items and state, and a retry after a failed load', async ({ page, shop }) => {
  const account = await shop.newAccount();
  const [first, second] = [await shop.addProduct({ price: 10 }), await shop.addProduct({ price: 20.5 })];
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
  await expect(order).toContainText(`${first.title} × 2`);
  await expect(order).toContainText(`${second.title} × 1`);
  await expect(order).toContainText('$44.15');
});

test('only a user with an email sees the profile', async ({ page, shop }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  await storeAccount(page, await shop.newAccount());
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  // Before the next page loads, because this one may still store the user of its session check.
  await page.addInitScript(() => {
    localStorage.setItem('user', JSON.stringify({ username: 'ada', email: '' }));
    localStorage.removeItem('token');
  });
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
});
