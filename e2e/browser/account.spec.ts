import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, mailboxUrl, test } from '../harness/browser-test.ts';
import { resetLinks } from '../harness/mails.ts';

const PASSWORD = 'correct horse';
const NEXT_PASSWORD = 'battery staple';

type Account = { email: string; username: string; token: string };

/** An account of its own for a test, made through the API: registering by the form has a test elsewhere. */
async function newAccount(page: Page): Promise<Account> {
  const username = `account-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  const registered = await page.request.post('/api/v1/user/register', {
    data: { email, username, password: PASSWORD },
  });
  expect(registered.ok()).toBe(true);
  const login = await page.request.post('/api/v1/user/login', { data: { email, password: PASSWORD } });
  return { email, username, token: (await login.json()).token };
}

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/authorization');
  await submitLogin(page, email, password);
  await expect(page).toHaveURL('/');
}

async function submitLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function openProfile(page: Page, { username }: Account): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused();
}

/** Every change that the page sends to the server. */
function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

test('a forgotten password: the email asked for, the mail, a new password, the way to the login form', async ({
  page,
}) => {
  const account = await newAccount(page);
  await page.clock.install();
  await page.goto('/authorization');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  const send = dialog.getByRole('button', { name: 'Send the link' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await send.click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel('Email').fill('nobody');
  await send.click();
  await expect(dialog.getByText('Email is not valid')).toBeVisible();
  await dialog.getByLabel('Email').fill(account.email);
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/If this email belongs to an account/)).toBeVisible();

  const [link = ''] = await resetLinks(mailboxUrl(), account.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Reset password' });
  await submit.click();
  await expect(page.getByText('New password is required!', { exact: true })).toBeVisible();
  await expect(page.getByText('Confirm new password is required!')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel('Confirm new password').fill('another one');
  await submit.click();
  await expect(page.getByText('New passwords must match!')).toBeVisible();
  await page.getByLabel('Confirm new password').fill(NEXT_PASSWORD);
  await submit.click();
  await expect(page.getByText(/^Your password has been reset\. You can log in/)).toBeVisible();

  await page.clock.runFor(6500);
  await expect(page).toHaveURL(link);
  await page.clock.runFor(1000);
  await expect(page).toHaveURL('/authorization');
  await submitLogin(page, account.email, PASSWORD);
  await expect(page.getByText('Wrong email or password')).toBeVisible();
  await submitLogin(page, account.email, NEXT_PASSWORD);
  await expect(page).toHaveURL('/');

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'This reset link is no longer valid' })).toBeVisible();
});

test('a reset link opens also where a login has expired', async ({ page }) => {
  const account = await newAccount(page);
  await logIn(page, account.email);
  await page.evaluate(() => localStorage.setItem('token', 'expired'));
  await page.goto('/resetPassword/some-token');
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect(page).toHaveURL('/resetPassword/some-token');
});

test('a request for a reset that fails says so, and begins with the email of the login form', async ({ page }) => {
  await page.route('**/api/v1/user/forgotPassword', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto('/authorization');
  await page.getByLabel('Email').fill('somebody@example.com');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toHaveValue('somebody@example.com');
  await dialog.getByLabel('Email').press('Enter');
  await expect(page.getByText('Forgot password failed. Please try again.')).toBeVisible();
});

test('changing the password logs out everywhere and leads to the login form', async ({ page }) => {
  const account = await newAccount(page);
  await logIn(page, account.email);
  await openProfile(page, account);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  const submit = page.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect(page.getByText('Current password is required!')).toBeVisible();
  await expect(page.getByText('New password is required!')).toBeVisible();
  await expect(page.getByText('Confirm password is required')).toBeVisible();

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel('Confirm password').fill('another one');
  await submit.click();
  await expect(page.getByText('New passwords must match')).toBeVisible();
  await page.getByLabel('Confirm password').fill(NEXT_PASSWORD);
  await submit.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Current password is wrong' }).first()).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();

  await page.getByLabel('Current password').fill(PASSWORD);
  await submit.click();
  await expect(page).toHaveURL('/authorization');
  await expect(page.getByText(/Your password has been changed/)).toBeVisible();
  const stored = () => page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')]);
  expect(await stored()).toEqual([null, null]);
  const own = await page.request.get('/api/v1/user/getSingleUser', { headers: { Authorization: account.token } });
  expect(own.status()).toBe(401);
  await submitLogin(page, account.email, NEXT_PASSWORD);
  await expect(page).toHaveURL('/');
});

test('editing the profile: nothing sent if nothing changed, every field kept, a new picture shown', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await logIn(page, account.email);
  await openProfile(page, account);
  const edit = page.getByRole('button', { name: 'Edit profile' });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(page.getByRole('main')).toContainText(account.email);

  const changes = watchChanges(page);
  await edit.click();
  await save.click();
  await expect(page.getByText('Nothing has changed, so nothing was sent.')).toBeVisible();
  await expect(edit).toBeFocused();
  await edit.click();
  await page.getByLabel('Username').fill(' ');
  await save.click();
  await expect(page.getByText('Username is required')).toBeVisible();
  expect(changes).toEqual([]);

  await page.getByLabel('Username').fill(`${account.username}-new`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Address').fill('12 St James’s Square');
  await page.getByLabel('City').fill('London');
  await page.getByLabel('Post code').fill('SW1Y 4JH');
  await page.getByLabel('Phone number').fill('+44 20 0000');
  await save.click();
  await expect(page.getByText('Your profile has been changed').first()).toBeVisible();
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
  await expect(page.getByText('The picture can have at most 10 MB')).toBeVisible();
  const buffer = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer();
  await picture.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const shown = page.getByRole('main').locator('img');
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(700);
  await save.click();
  // The pictures of a demo that has just started may come first.
  await expect(shown).toHaveAttribute('src', /^\/uploads\/users\/[\da-f-]{36}-320\.webp$/, { timeout: 60_000 });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(changes).toEqual(['PUT /api/v1/user/editUser', 'PUT /api/v1/user/editUser']);
});

test('a refused edit keeps what was typed', async ({ page }) => {
  const account = await newAccount(page);
  const other = await newAccount(page);
  await logIn(page, account.email);
  await openProfile(page, account);
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Username').fill(other.username);
  await page.getByLabel('City').fill('Paris');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Username is already taken')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Paris');

  const picture = page.locator('input[type=file]');
  await picture.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await page.getByLabel('Username').fill(account.username);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The picture must be JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Paris');

  // Held until the bar has been seen.
  let abort = () => {};
  const seen = new Promise<void>((resolve) => {
    abort = resolve;
  });
  await page.route('**/api/v1/user/editUser', async (route) => {
    await seen;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('progressbar', { name: 'Sending the picture' })).toBeVisible();
  abort();
  await expect(page.getByText('Edit user profile failed. Please try again.')).toBeVisible();
});

test('the profile shows the shopper’s orders with their lines and states, and a retry where they can’t be had', async ({
  page,
}) => {
  const account = await newAccount(page);
  const { products } = await (await page.request.get('/api/v1/products')).json();
  const [first, second] = products;
  await logIn(page, account.email);
  await openProfile(page, account);
  await expect(page.getByText('You have not ordered anything yet')).toBeVisible();

  const cents = Math.round(first.price * 100) * 2 + Math.round(second.price * 100);
  const items = [
    { productId: first._id, count: 2 },
    { productId: second._id, count: 1 },
  ];
  const payment = await page.request.post('/api/v1/payment', {
    headers: { Authorization: account.token },
    data: { amount: Math.round((cents * 109) / 100) / 100, currency: 'USD', items },
  });
  expect(payment.ok()).toBe(true);
  await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Request failed. Please try again.' }).first()).toBeVisible();
  await page.unroute('**/api/v1/orders');
  await page.getByRole('button', { name: 'Retry' }).click();

  const order = page.getByRole('region', { name: 'Orders' }).getByRole('listitem').first();
  await expect(order.getByRole('heading', { name: /^Order \d{4,}$/ })).toBeVisible();
  await expect(order).toContainText('Waiting for payment');
  await expect(order).toContainText(new Date().toLocaleDateString('en-US', { dateStyle: 'long' }));
  await expect(order).toContainText(`${first.title} × 2`);
  await expect(order).toContainText(`${second.title} × 1`);
  const total = (Math.round((cents * 109) / 100) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(order).toContainText(`$${total}`);
});

test('only a user with an email sees the profile', async ({ page }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
  const account = await newAccount(page);
  await logIn(page, account.email);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('user', JSON.stringify({ username: 'nobody', email: '' }));
    localStorage.removeItem('token');
  });
  await page.goto('/profile');
  await expect(page).toHaveURL('/');
});
