import type { Page } from '@playwright/test';
import { hold } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { picture } from '../shop.ts';
import { bitmap, expectNothingSent, watchChanges } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const details = (page: Page) => page.getByRole('region', { name: 'Your account' });
const fileInput = (page: Page) => page.locator('input[type=file]');
const pictureField = (page: Page) => page.getByRole('group', { name: 'Picture' });
const WRONG_FORMAT = 'The picture must be JPEG, PNG, WebP, AVIF or GIF';

async function openForm(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
}

test('an edit without changes or without a username is not sent', async ({ page, shopper }) => {
  await openForm(page);
  const changes = watchChanges(page);
  await expect(page.getByLabel('Username')).toHaveValue(shopper.username);
  await save(page).click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  const edit = page.getByRole('button', { name: 'Edit profile' });
  await expect(edit).toBeFocused();
  await edit.click();
  await page.getByLabel('Username').fill(' ');
  await save(page).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectNothingSent(page, changes);
});

test('an edit saves every field', async ({ page, shopper }) => {
  await openForm(page);
  const changes = watchChanges(page);
  const username = `${shopper.username}-new`;
  const edited = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Address: '12 St James’s Square',
    City: 'London',
    'Post code': 'SW1Y 4JH',
    'Phone number': '+44 20 0000',
  };
  await page.getByLabel('Username').fill(username);
  for (const [label, value] of Object.entries(edited)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Gender').selectOption('female');
  await save(page).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(username);
  await page.reload();
  for (const value of ['Female', ...Object.values(edited)]) {
    await expect(page.getByRole('definition').filter({ hasText: value })).toBeVisible();
  }
  expect(changes).toEqual(['PUT /api/v1/user/editUser']);
});

test('a new picture is previewed, then shows in the profile and in the header', async ({ page, shopper }) => {
  await openForm(page);
  await expect(page.getByRole('banner').getByRole('button', { name: shopper.username })).toBeVisible();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
  const shown = page.getByRole('main').locator('img');
  const widthOf = (image: typeof shown) => image.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await fileInput(page).setInputFiles(await picture('#22aa77', 'me.png'));
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => widthOf(shown)).toBe(700);
  await save(page).click();
  // Other pictures may be processed first.
  await expect(shown).toHaveAttribute('src', /^\/uploads\/users\/[\da-f-]{36}-320\.webp$/, { timeout: 30_000 });
  await expect.poll(() => widthOf(shown)).toBe(320);
  const address = (await shown.getAttribute('src')) ?? '';
  const inHeader = page.getByRole('banner').locator('img');
  await expect(inHeader).toHaveAttribute('src', address);
  await expect.poll(() => widthOf(inHeader)).toBe(320);
  await page.goto('/contact');
  await expect(inHeader).toHaveAttribute('src', address);
});

test('an edit sends only its own changes and keeps those made elsewhere', async ({ page, shopper: { token } }) => {
  const changeElsewhere = async (city: string) => {
    const response = await page.request.put('/api/v1/user/editUser', {
      headers: { Authorization: token },
      data: { city },
    });
    expect(response.ok()).toBe(true);
    return (await response.json()).user;
  };
  await openForm(page);
  const user = await changeElsewhere('Oslo');
  // A change from another tab arrives after the form has opened.
  await page.evaluate((user) => {
    localStorage.setItem('user', user);
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: user, storageArea: localStorage }));
  }, JSON.stringify(user));
  await page.getByLabel('Phone number').fill('+47 22 00 00');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page).click();
  expect((await sent).postDataJSON()).toEqual({ phoneNumber: '+47 22 00 00' });
  await expect(details(page)).toContainText('Oslo');
  await expect(details(page)).toContainText('+47 22 00 00');
});

test('a taken username is rejected, and the input stays', async ({ page, shopper, shop }) => {
  const other = await shop.newAccount();
  await openForm(page);
  await page.getByLabel('Username').fill(other.username);
  await page.getByLabel('City').fill('Paris');
  await save(page).click();
  await expect(page.getByText('Username is already taken')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Paris');
  await expect(page.getByRole('banner')).toContainText(shopper.username);
});

const rejected = {
  'in a wrong format': {
    file: { name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    reason: WRONG_FORMAT,
  },
  'that cannot be read': {
    file: { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
    reason: "We can't read this picture. It must be JPEG, PNG, WebP, AVIF or GIF.",
  },
};

for (const [name, { file, reason }] of Object.entries(rejected)) {
  test(`a picture ${name} keeps its error on Save, which sends nothing`, async ({ page, shopper }) => {
    await openForm(page);
    const changes = watchChanges(page);
    await fileInput(page).setInputFiles(file);
    await expect(pictureField(page).getByRole('alert')).toHaveText(reason);
    await save(page).click();
    await expect(pictureField(page).getByRole('button')).toBeFocused();
    await expect(pictureField(page).getByRole('alert')).toHaveText(reason);
    await expect(page.getByText('No changes to save')).toHaveCount(0);
    await expect(page.getByLabel('Username')).toHaveValue(shopper.username);
    await expectNothingSent(page, changes);
  });
}

test('a picture that the server rejects shows the reason at its field', async ({ page, shopper }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openForm(page);
  await page.getByLabel('City').fill('Paris');
  await fileInput(page).setInputFiles(bitmap('me.jpg', 'image/jpeg'));
  await expect(pictureField(page).getByText('me.jpg, 58 bytes')).toBeVisible();
  await save(page).click();
  await expect(pictureField(page).getByRole('alert')).toHaveText(WRONG_FORMAT);
  const choose = pictureField(page).getByRole('button');
  await expect(choose).toHaveAccessibleDescription(new RegExp(`^${WRONG_FORMAT} me.jpg`));
  await expect(choose).toBeFocused();
  await expect(pictureField(page).getByRole('alert')).toBeInViewport();
  await expect(page.getByLabel('Username')).toHaveValue(shopper.username);
  await expect(page.getByLabel('City')).toHaveValue('Paris');
});

test('an upload shows its progress, and its failure', async ({ page, shopper }) => {
  await openForm(page);
  await fileInput(page).setInputFiles(await picture());
  await page.route('**/api/v1/user/editUser', (route) => route.abort());
  const upload = await hold(page, '**/api/v1/user/editUser');
  await save(page).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading picture' })).toBeVisible();
  upload.release();
  await expect(page.getByText('Edit user profile failed. Please try again.')).toBeVisible();
  await expect(pictureField(page)).toContainText('picture.png');
  await expect(page.getByLabel('Username')).toHaveValue(shopper.username);
});

test.describe('in a shop of several languages', () => {
  test.use({ languages: ['en', 'de'] });

  test('the language of emails is shown and can be changed', async ({ page, shop, shopper }) => {
    await openForm(page);
    const language = page.getByRole('combobox', { name: 'Language' });
    await expect(language).toHaveValue('en');
    await expect(language).toHaveAccessibleDescription('Emails to you are in this language.');
    await expectAccessible(page, 'the form of a profile');
    await language.selectOption('Deutsch');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await save(page).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect((await sent).postDataJSON()).toEqual({ language: 'de' });
    await expect(details(page).getByRole('definition').filter({ hasText: 'Deutsch' })).toBeVisible();

    const { allUsers } = await shop.callAsAdmin('GET', `/admin/user?search=${encodeURIComponent(shopper.email)}`);
    await storeAccount(page, shop.admin);
    await page.goto(`/dashboard/users/${allUsers[0]._id}`);
    await expect(page.getByRole('definition').filter({ hasText: 'Deutsch' })).toHaveText('Deutsch');
  });
});

test('a shop of one language asks for none', async ({ page, shopper: _ }) => {
  await openForm(page);
  await expect(page.getByRole('combobox', { name: 'Gender' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(0);
});
