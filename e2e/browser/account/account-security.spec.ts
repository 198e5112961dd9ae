import { confirmEmail, verificationLinks } from '../../../testing/data/mails.ts';
import { respondWith } from '../../../testing/responses.ts';
import { expectInvalid, heading, logIn, openProfile, toast } from '../steps.ts';
import { storeAccount, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

test('a new user confirms their email with the link that they were sent, also a second one', async ({ page, shop }) => {
  const account = await shop.register();
  await storeAccount(page, account);
  await page.goto('/profile');
  const banner = page.getByRole('region', { name: 'Confirm your email' });
  await expect(banner).toContainText(`Open the link that we sent to ${account.email}.`);
  await banner.getByRole('button', { name: 'Send again' }).click();
  await expect(toast(page, "We've sent you a new link")).toBeVisible();
  const [second = '', first = ''] = await verificationLinks(shop.mailboxUrl, account.email, 2);
  expect(second).not.toBe(first);

  await page.goto(first);
  await expect(heading(page, 'Your email is confirmed')).toBeVisible();
  await page.goto(second);
  await expect(heading(page, 'Your email is confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Start shopping' }).click();
  await openProfile(page, account);
  await expect(page.getByRole('region', { name: 'Orders' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a link is confirmed on a device where nobody is logged in, and an invalid one says what to do', async ({
  page,
  shop,
}) => {
  const { email } = await shop.register();
  const [link = ''] = await verificationLinks(shop.mailboxUrl, email);
  await page.goto('/verify/no-such-token');
  await expect(heading(page, 'This link is no longer valid')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  await page.goto(link);
  await expect(heading(page, 'Your email is confirmed')).toBeVisible();
});

test('a link survives an outage and the end of the session', async ({ page, shop }) => {
  const account = await shop.register();
  await storeAccount(page, { ...account, token: 'ended' });
  const [link = ''] = await verificationLinks(shop.mailboxUrl, account.email);
  await respondWith(page, '/user/verifyEmail/*', 502, {});
  await page.goto(link);
  await expect(heading(page, "We couldn't confirm your email")).toBeVisible();
  await page.unroute('**/api/v1/user/verifyEmail/*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(heading(page, 'Your email is confirmed')).toBeVisible();
  await expect(page).toHaveURL(link);
});

test('a user logs out another device, and then all', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await logIn(page, account);
  await openProfile(page, account);
  const panel = page.getByRole('region', { name: "Where you're logged in" });
  const devices = panel.getByRole('listitem');
  const own = devices.filter({ hasText: 'This device' });
  await expect(own).toContainText(/Chrome on \w+/);
  await expect(own.getByRole('button')).toHaveCount(0);
  const before = await devices.count();
  const other = devices.filter({ hasText: 'Unknown device' }).first();
  await expect(other).toContainText('from 127.0.0.x · Last used ');
  await other.getByRole('button', { name: 'Log out Unknown device' }).click();
  await expect(toast(page, 'Device logged out')).toBeVisible();
  await expect(devices).toHaveCount(before - 1);

  const another = (await shop.call('POST', '/user/login', { body: account })).body.token;
  await panel.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/authorization');
  await expect(toast(page, 'You are logged out on all devices')).toBeVisible();
  expect(await stored(page, 'token')).toBeNull();
  expect((await shop.call('GET', '/user/getSingleUser', { token: another })).status).toBe(401);
});

test('the register form shows why a password or a username is refused', async ({ page }) => {
  await page.goto('/authorization');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Email').fill('mira@example.com');
  await page.getByLabel('Username').fill('mi\u200Bra');
  await page.getByLabel('Password', { exact: true }).fill('password1');
  const submit = page.getByRole('button', { name: 'Register' });
  await submit.click();
  await expectInvalid(page.getByLabel('Password', { exact: true }), 'Password is too common');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await submit.click();
  await expectInvalid(page.getByLabel('Username'), 'Username contains invisible characters');
});

test("an admin sees whether a user's email is confirmed", async ({ page, shop }) => {
  const { user, email } = await shop.register();
  await storeAccount(page, shop.admin);
  await page.goto(`/dashboard/users/${user._id}`);
  await expect(page.getByText('Not confirmed')).toBeVisible();
  await confirmEmail(shop.call, shop.mailboxUrl, email);
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('Not confirmed')).toHaveCount(0);
});
