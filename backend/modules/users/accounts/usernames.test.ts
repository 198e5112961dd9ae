import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop();
let admin: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
  const staff = await shop.newAccount('Ilija.Bill');
  await shop.em().execute("update user_account set role = 'admin' where id = ?", [staff.userId]);
});

const register = (username: string) =>
  shop.call('POST', '/user/register', {
    body: { email: `${crypto.randomUUID()}@example.com`, username, password: PASSWORD },
  });
const rename = ({ token }: LoggedIn, username: string) =>
  shop.call('PUT', '/user/editUser', { token, body: { username, city: 'Niš' } });
const refused = (username: string) => ({ status: 422, body: { code: 'invalid', fields: { username } } });
const invisible = refused('Username contains invisible characters');
const taken = { status: 409, body: { message: 'Username is already taken' } };
const imitation = refused('Username is too similar to a reserved one');

describe('a username', () => {
  test.each([
    ['a zero-width space', 'an\u200Ba'],
    ['a zero-width joiner between Latin letters', 'an\u200Da'],
    ['a joiner at the end', 'محمد\u200C'],
    ['a soft hyphen', 'an\u00ADa'],
    ['a word joiner', 'ana\u2060'],
    ['a byte order mark inside', 'an\uFEFFa'],
    ['a line feed', 'an\na'],
    ['a tab', 'an\ta'],
    ['an escape', 'an\u001Ba'],
    ['a delete', 'an\u007Fa'],
    ['a line separator', 'an\u2028a'],
    ['a right-to-left override', 'ana\u202Egpj'],
    ['a right-to-left mark', 'ana\u200F'],
    ['an isolate', '\u2066ana\u2069'],
    ['nothing but a Hangul filler', '\u3164'],
    ['a halfwidth Hangul filler', 'an\uFFA0a'],
    ['a Braille blank', 'an\u2800a'],
    ['a variation selector after a letter', 'an\uFE0Fa'],
    ['a tag', 'ana\u{E0061}'],
    ['a private character', 'ana\uF8FF'],
    ['an unassigned character', 'ana\u{E0FFF}'],
  ])('must not have %s', async (_name, username) => {
    expect(await register(username)).toMatchObject(invisible);
  });

  test.each([
    'Ana Ilić',
    "O'Brien-Smith",
    'Nguyễn Thị Hồng',
    'Анђела Љиљанић',
    'Ελένη Παπαδάκη',
    'محمد علی',
    'نیم\u200Cفاصله',
    'יעל כהן',
    'ক্\u200Dষমা',
    'क्\u200Dया बात',
    'சுப்பிரமணியன்',
    'ශ්\u200Dරී ලංකා',
    'สมชาย',
    'မောင်မောင်',
    '李小龍',
    '葛\u{E0100}城',
    '山田 太郎',
    '김철수',
    'ᐃᓄᒃᑎᑐᑦ',
    '❤️ ana 👩‍💻',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 fan',
    'x',
    "'; drop table user_account; --",
  ])('may be %s, which is stored as typed', async (username) => {
    const { token } = await registerOnly(username);
    expect((await shop.call('GET', '/user/getSingleUser', { token })).body.user.username).toBe(username);
  });

  test.each([
    ['Cyrillic letters', 'аdmin'],
    ['letters of several scripts', 'аԁmіո'],
    ['two letters that look like one', 'adrnin'],
    ['Greek capitals', 'ΑDΜΙΝ'],
    ['a capital I for an l', 'Ilija.BiIl'],
    ['a digit for a letter', 'I1ija.Bill'],
  ])('of a staff member must not be imitated with %s', async (_name, username) => {
    expect(await register(username)).toMatchObject(imitation);
  });

  test.each([
    ['in any case', 'ADMIN'],
    ['with an accent', 'ádmin'],
    ['with a dot below', 'aḍmin'],
    ['with a dotless i', 'admın'],
    ['in full-width letters', 'ａｄｍｉｎ'],
    ['in mathematical letters', '𝖆𝖉𝖒𝖎𝖓'],
  ])('is taken %s', async (_name, username) => {
    expect(await register(username)).toMatchObject(taken);
  });

  test('is taken with other spaces, hyphens and composed letters, also when two register at once', async () => {
    expect((await register('Zoë van der Zee 2')).status).toBe(200);
    for (const username of ['Zoë van der Zee 2'.normalize('NFD'), 'zoe van  der zee 2', 'Zoë van-der-Zee2']) {
      expect(await register(username)).toMatchObject(taken);
    }
    const both = await Promise.all(['Łukasz Ōe', 'lukasz-oe'].map(register));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const account = await shop.newAccount();
    expect(await rename(account, 'ŁUKASZ ŌE')).toMatchObject(taken);
  });

  test('must not look like that of visitors', async () => {
    expect(await register('Guеst')).toMatchObject(imitation);
    expect(await register('Ｇｕｅｓｔ')).toMatchObject(refused("'Guest' is not available as a username"));
  });

  test.each(['admin2', 'administrator', 'an admin', 'badmin', 'Ilija', 'bill'])(
    'may contain that of a staff member: %s',
    async (username) => {
      expect((await register(username)).status).toBe(200);
    },
  );

  test('may look like that of a shopper', async () => {
    expect((await register('vila')).status).toBe(200);
    expect((await register('viIa')).status).toBe(200);
  });
});

describe('renaming', () => {
  test('follows the same rules, and a refused one changes nothing', async () => {
    const user = await shop.newAccount();
    expect(await rename(user, 'an\u200Ba')).toMatchObject(invisible);
    expect(await rename(user, 'аdmin')).toMatchObject(imitation);
    const body = { email: user.email, username: 'аdmin' };
    expect(await shop.call('PUT', '/admin/user', { token: admin.token, body })).toMatchObject(imitation);
    const read = await shop.call('GET', '/user/getSingleUser', { token: user.token });
    expect(read.body.user).toMatchObject({ username: user.username, city: '' });
    expect((await rename(user, 'Ведран')).status).toBe(200);
  });

  test('lets staff vary their own name', async () => {
    const body = { email: admin.email, username: 'ádmin' };
    expect((await shop.call('PUT', '/admin/user', { token: admin.token, body })).status).toBe(200);
  });

  test('leaves an older name as it is', async () => {
    const user = await shop.newAccount();
    const old = `old\u200B${user.username}`;
    await shop.em().execute('update user_account set username = ? where id = ?', [old, user.userId]);
    expect(await rename(user, old)).toMatchObject({ status: 200, body: { user: { username: old, city: 'Niš' } } });
    const body = { email: user.email, username: old, city: 'Bor' };
    expect((await shop.call('PUT', '/admin/user', { token: admin.token, body })).status).toBe(200);
  });
});

async function registerOnly(username: string): Promise<{ token: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  expect(await shop.call('POST', '/user/register', { body: { email, username, password: PASSWORD } })).toMatchObject({
    status: 200,
  });
  return (await shop.call('POST', '/user/login', { body: { email, password: PASSWORD } })).body;
}
