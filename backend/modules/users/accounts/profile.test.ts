import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { brokenPng, drawing, filesIn, latestPicture } from '../../../../testing/data/pictures.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../../testing/shop/statements.ts';
import { removeAbandonedPictures } from '../../pictures/clean-up.service.ts';
import { giveUpPicture, processPicture } from '../../pictures/processing.service.ts';
import { readUpload } from '../../pictures/uploads.ts';

const shop = await startTestShop();
const edit = (token: string | undefined, body: unknown) => shop.call('PUT', '/user/editUser', { token, body });
const read = async (token: string) => (await shop.call('GET', '/user/getSingleUser', { token })).body.user;
const jpeg = (width = 800, height = 600) => drawing(width, height).jpeg().toBuffer();

function form(data: unknown, file?: Uint8Array, fileName = 'me.jpg'): FormData {
  const form = new FormData();
  if (data !== undefined) form.set('data', typeof data === 'string' ? data : JSON.stringify(data));
  if (file) form.set('file', new Blob([new Uint8Array(file)]), fileName);
  return form;
}
const send = (token: string | undefined, data: unknown, file?: Uint8Array, fileName?: string) =>
  shop.call('PUT', '/user/editUser', { token, form: form(data, file, fileName) });

describe('editing the profile', () => {
  const profile = {
    firstName: ' Ada ',
    lastName: '<b>Lovelace</b>',
    gender: 'female',
    address: '12 St James’s Square',
    city: 'London',
    postCode: 'SW1Y 4JH',
    phoneNumber: '+44 20 0000',
  };

  test.each(['JSON', 'a form'])('sets the fields that users may set, sent as %s, and returns the user', async (how) => {
    const user = await shop.newAccount();
    const username = ` renamed ${user.username}`;
    const values = { ...profile, username };
    const response = how === 'JSON' ? await edit(user.token, values) : await send(user.token, values);
    expect(response).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    expect(response.body.user).toMatchObject({ ...profile, username: username.trim(), email: user.email });
    expect(await read(user.token)).toEqual(response.body.user);
  });

  test('accepts a JSON part with a content type beside a picture', async () => {
    const user = await shop.newAccount();
    const typed = new FormData();
    typed.set('data', new Blob([JSON.stringify(profile)], { type: 'application/json' }));
    typed.set('file', new Blob([new Uint8Array(await jpeg())]), 'me.jpg');
    const response = await shop.call('PUT', '/user/editUser', { token: user.token, form: typed });
    expect(response.body.user).toMatchObject({ ...profile, avatarState: 'processing' });
    typed.append('data', new Blob(['{}'], { type: 'application/json' }));
    expect((await shop.call('PUT', '/user/editUser', { token: user.token, form: typed })).status).toBe(400);
  });

  test('keeps absent fields and clears empty ones', async () => {
    const user = await shop.newAccount();
    await edit(user.token, profile);
    await edit(user.token, { city: '', gender: '' });
    expect(await read(user.token)).toMatchObject({ ...profile, city: '', gender: '', username: user.username });
    expect((await edit(user.token, {})).status).toBe(200);
  });

  test("never touches email, role, status, password or the avatar's name", async () => {
    const user = await shop.newAccount();
    const before = await read(user.token);
    const own = {
      email: 'other@example.com',
      role: 'admin',
      status: false,
      active: false,
      id: 'x',
      _id: 'x',
      avatar: '../../etc/passwd',
      avatarState: 'failed',
      avatarWidths: [1],
      pendingAvatar: 'x',
      passwordHash: 'x',
      votedFor: ['x'],
      createdAt: '2000-01-01',
      __proto__: { role: 'admin' },
    };
    expect((await edit(user.token, own)).status).toBe(200);
    expect((await send(user.token, own)).status).toBe(200);
    expect(await read(user.token)).toEqual(before);
    const credentials = { email: user.email, password: PASSWORD };
    expect((await shop.call('POST', '/user/login', { body: credentials })).status).toBe(200);
  });

  test.each([
    [{ username: '' }, { username: 'Username is required' }],
    [{ username: '  ' }, { username: 'Username is required' }],
    [{ username: null }, { username: 'Username is required' }],
    [{ username: 'GUEST' }, { username: expect.stringContaining('not available') }],
    [{ username: 'x'.repeat(51) }, { username: expect.stringContaining('50') }],
    [{ gender: 'Female' }, { gender: expect.any(String) }],
    [{ city: 'x'.repeat(201) }, { city: expect.stringContaining('200') }],
    [
      { city: 5, address: null },
      { city: expect.any(String), address: expect.any(String) },
    ],
    [{ firstName: 'a\u0000' }, { firstName: expect.any(String) }],
  ])('rejects %j and changes nothing', async (wrong, fields) => {
    const user = await shop.newAccount();
    const before = await read(user.token);
    const response = await edit(user.token, { lastName: 'Changed', ...wrong });
    expect(response.status).toBe(422);
    expect(response.body.fields).toEqual(fields);
    expect(await read(user.token)).toEqual(before);
  });

  test('rejects a taken username in any case, but allows changing the case of the current one', async () => {
    const user = await shop.newAccount();
    const other = await shop.newAccount();
    const taken = await edit(user.token, { username: other.username.toUpperCase(), city: 'Paris' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'conflict', message: 'Username is already taken' } });
    expect((await read(user.token)).city).toBe('');
    const upper = user.username.toUpperCase();
    expect((await edit(user.token, { username: upper })).body.user.username).toBe(upper);
  });

  test('gives a username to only one of two concurrent requests', async () => {
    const users = [await shop.newAccount(), await shop.newAccount()];
    const username = `wanted${crypto.randomUUID().slice(0, 8)}`;
    const responses = await Promise.all(users.map(({ token }) => edit(token, { username })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('requires a session, even for a picture', async () => {
    expect((await edit(undefined, { city: 'Paris' })).status).toBe(401);
    expect((await send(undefined, {}, await jpeg())).status).toBe(401);
  });
});

describe('a new avatar', () => {
  const published = async (upload: string) =>
    (await filesIn(shop.storage, 'uploads/users')).filter((name) => name.startsWith(upload));
  const run = (pictureId: string) => processPicture(shop.em(), shop.storage, 'user', pictureId);
  async function upload(user: LoggedIn, bytes: Uint8Array) {
    expect((await send(user.token, {}, bytes)).status).toBe(200);
    return latestPicture(shop.em(), user.userId);
  }

  test('waits for the worker, which publishes it under uploads/users', async () => {
    const user = await shop.newAccount();
    const response = await send(user.token, { city: 'Rome' }, await jpeg(), '../../evil.html');
    expect(response.body.user).toMatchObject({ city: 'Rome', avatar: '', avatarState: 'processing', avatarWidths: [] });
    const picture = await latestPicture(shop.em(), user.userId);
    expect(await published(picture)).toEqual([]);
    await run(picture);
    const shown = await read(user.token);
    expect(shown).toMatchObject({ avatar: `${picture}.jpg`, avatarState: 'ready', avatarWidths: [320, 640] });
    expect(await published(picture)).toHaveLength(3);
    const file = await fetch(`${shop.url}/uploads/users/${shown.avatar}`);
    expect(file.status).toBe(200);
    expect((await sharp(await file.arrayBuffer()).metadata()).width).toBe(800);
    expect(await readUpload(shop.storage, picture)).toBeNull();
  });

  test('keeps its upload if the response to the commit is lost', async () => {
    const user = await shop.newAccount();
    // PostgreSQL commits, but the API sees an error.
    const lost = await interceptStatements(shop.database, (sql) => (sql === 'commit' ? 'commit; select 1/0' : sql));
    const { status } = await send(user.token, {}, await jpeg());
    lost.mockRestore();
    expect(status).toBe(500);
    const picture = await latestPicture(shop.em(), user.userId);
    await run(picture);
    expect(await read(user.token)).toMatchObject({ avatar: `${picture}.jpg`, avatarState: 'ready' });
  });

  test('replaces the older one once it is ready, and deletes its files', async () => {
    const user = await shop.newAccount();
    const old = await upload(user, await jpeg());
    await run(old);
    const next = await upload(user, await drawing().png().toBuffer());
    expect(await read(user.token)).toMatchObject({ avatar: `${old}.jpg`, avatarState: 'processing' });
    await Promise.all([run(next), run(next), run(old)]);
    expect(await read(user.token)).toMatchObject({ avatar: `${next}.png`, avatarState: 'ready' });
    expect(await published(old)).toEqual([]);
  });

  test('leaves no files of replaced uploads or deleted users', async () => {
    const user = await shop.newAccount();
    const responses = await Promise.all([1, 2, 3].map(async () => send(user.token, {}, await jpeg())));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const events = await shop
      .em()
      .execute<{ pictureId: string }[]>(
        `select payload ->> 'pictureId' as "pictureId" from outbox_event where name = 'user.avatarUploaded' order by id desc limit 3`,
      );
    await Promise.all(events.map(({ pictureId }) => run(pictureId)));
    const winner = (await read(user.token)).avatar.replace('.jpg', '');
    for (const { pictureId } of events) {
      expect(await published(pictureId)).toHaveLength(pictureId === winner ? 3 : 0);
      expect(await readUpload(shop.storage, pictureId)).toBeNull();
    }
    const last = await upload(user, await jpeg());
    const { token } = await shop.admin();
    expect((await shop.call('DELETE', `/admin/user/${user.userId}`, { token })).status).toBe(200);
    await run(last);
    expect(await published(last)).toEqual([]);
    expect(await readUpload(shop.storage, last)).toBeNull();
  });

  test('is marked as failed if its job fails, and appears after a retry', async () => {
    const user = await shop.newAccount();
    const picture = await upload(user, await jpeg());
    await giveUpPicture(shop.em(), picture);
    expect(await read(user.token)).toMatchObject({ avatar: '', avatarState: 'failed' });
    await run(picture);
    await giveUpPicture(shop.em(), picture);
    expect(await read(user.token)).toMatchObject({ avatar: `${picture}.jpg`, avatarState: 'ready' });
  });

  test('fails at once if it is broken, and the older one stays', async () => {
    const user = await shop.newAccount();
    const old = await upload(user, await jpeg());
    await run(old);
    const broken = await upload(user, await brokenPng());
    expect(await run(broken)).toMatchObject({ picture: 'failed' });
    expect(await readUpload(shop.storage, broken)).toBeNull();
    expect(await read(user.token)).toMatchObject({ avatar: `${old}.jpg`, avatarState: 'failed' });
  });

  test.each([
    ['text', async () => Buffer.from('just text'), 415],
    ['11 MB', async () => Buffer.alloc(11 * 1024 * 1024, 0xff), 413],
  ])('is rejected if it is %s, and nothing else changes', async (_what, bytes, status) => {
    const user = await shop.newAccount();
    const response = await send(user.token, { city: 'Rome' }, await bytes());
    expect(response.status).toBe(status);
    expect(await read(user.token)).toMatchObject({ city: '', avatarState: 'ready' });
  });

  test('is ignored if it is empty', async () => {
    const user = await shop.newAccount();
    const response = await send(user.token, { city: 'Rome' }, new Uint8Array());
    expect(response.body.user).toMatchObject({ city: 'Rome', avatar: '', avatarState: 'ready' });
  });

  test('is rejected if data is not JSON', async () => {
    const user = await shop.newAccount();
    expect((await send(user.token, '{', await jpeg())).status).toBe(400);
    expect((await read(user.token)).avatarState).toBe('ready');
  });

  test('is kept while it is processed or shown; other files are deleted', async () => {
    const user = await shop.newAccount();
    const shown = await upload(user, await jpeg());
    await run(shown);
    const waiting = await upload(user, await jpeg());
    const abandoned = crypto.randomUUID();
    await shop.storage.put(`uploads/users/${abandoned}.jpg`, await jpeg());
    await removeAbandonedPictures(shop.em(), shop.storage, 0);
    expect(await published(abandoned)).toEqual([]);
    expect(await published(shown)).toHaveLength(3);
    expect(await readUpload(shop.storage, waiting)).not.toBeNull();
  });
});
