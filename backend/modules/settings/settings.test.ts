import { describe, expect, test } from 'vitest';
import type { SettingsInput } from '#contract/shop/settings.input.ts';
import { readMail } from '../../../testing/data/mails.ts';
import { getPage } from '../../../testing/data/pages.ts';
import { startTestShop, testSeller } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ workers: true, apis: 2 });

async function change(body: object) {
  const { token } = await shop.admin();
  return shop.call('PUT', '/admin/settings', { token, body });
}

async function read() {
  const { token } = await shop.admin();
  return (await shop.call('GET', '/admin/settings', { token })).body;
}

const publicShop = async () => (await shop.call('GET', '/shop')).body.shop;

const languageOf = async (accepted: string) => {
  const { headers } = await shop.call('GET', '/shop', { headers: { 'Accept-Language': accepted } });
  return headers.get('Content-Language');
};

/** A value of each setting, other than that of the test shop. */
const all: Required<SettingsInput> = {
  name: 'Tea & "Co"',
  legalName: 'Tea and Company Ltd',
  address: { street: 'Ringstraße 1', postCode: '1010', city: 'Wien', country: 'AT' },
  email: 'help@tea.example.com',
  phoneNumber: '+43 1 555',
  registerName: 'Handelsgericht Wien',
  registerNumber: 'FN 1234 a',
  vatId: 'ATU12345678',
  supervisoryAuthority: 'Magistrat',
  weee: [{ country: 'DE', number: 'DE 12345678' }],
  batteries: [{ country: 'AT', number: '9' }],
  disputeBody: 'Internet Ombudsstelle\nUngargasse 64',
  languages: ['en', 'sr'],
  timeZone: 'Europe/Vienna',
  returnDays: 30,
  returnShippingPaidBy: 'shop',
  returnAddress: 'Lager 2\n2000 Stockerau',
  invoicePrefix: 'TEA-',
};

test('a new shop speaks English alone', async () => {
  expect(await publicShop()).toEqual({
    ...testSeller,
    legalName: '',
    email: '',
    returnDays: 14,
    languages: [{ code: 'en', name: 'English', dir: 'ltr' }],
    defaultLanguage: 'en',
  });
  expect(await languageOf('de')).toBe('en');
  expect((await getPage(`${shop.url}/de`)).status).toBe(404);
});

test('a language that is switched on has pages and answers at once, and none once it is switched off', async () => {
  const { status, body } = await change({ languages: ['sr', 'en', 'de'] });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { message: 'Settings saved', settings: { languages: ['en', 'de', 'sr'] }, locked: [] },
  });
  expect(await languageOf('de')).toBe('de');
  const page = await getPage(`${shop.url}/de`);
  expect([page.status, page.canonical]).toEqual([200, `${shop.url}/de`]);
  expect(page.head).toContain(`<link rel="alternate" hreflang="sr" href="${shop.url}/sr" />`);

  await change({ languages: ['en', 'sr'] });
  expect([await languageOf('de'), await languageOf('sr')]).toEqual(['en', 'sr']);
  expect((await getPage(`${shop.url}/de`)).status).toBe(404);
  expect((await getPage(`${shop.url}/sr`)).head).not.toContain('hreflang="de"');
});

test('every page names the languages as they are, also one without products', async () => {
  const { token } = await shop.admin();
  for (const languages of [['en', 'de'], ['en']]) {
    await shop.call('PUT', '/admin/settings', { token, body: { languages } });
    const { head } = await getPage(`${shop.url}/contact`);
    expect(head.includes('<meta name="languages"'), languages.join()).toBe(languages.length > 1);
  }
});

test('each setting can be changed, alone, and all show what customers may know', async () => {
  for (const [name, value] of Object.entries(all)) {
    const before = (await read()).settings;
    const { status, body } = await change({ [name]: value });
    expect({ status, settings: body.settings }).toEqual({ status: 200, settings: { ...before, [name]: value } });
  }
  expect((await read()).settings).toEqual(all);
  const { name, legalName, address, email, phoneNumber, vatId, returnDays } = all;
  expect(await publicShop()).toMatchObject({ name, legalName, address, email, phoneNumber, vatId, returnDays });
  await change({ ...all, ...testSeller, languages: ['en'], timeZone: 'UTC' });
});

test.each(['help@tea.online', 'help+shop@tea.co.uk', ''])('the email can be %j', async (email) => {
  expect(await change({ email })).toMatchObject({ status: 200, body: { settings: { email } } });
  expect((await publicShop()).email).toBe(email);
});

test('pages and mails of all processes have a change at once', async () => {
  const { email } = await shop.newAccount();
  expect((await getPage(shop.url)).head).toContain(testSeller.name);
  const { name, address, phoneNumber, timeZone } = all;
  await change({ name, address, email: all.email, phoneNumber, timeZone });
  for (const _api of [1, 2]) {
    for (const path of ['', '/contact']) {
      const { head } = await getPage(shop.url + path);
      for (const [meta, content] of [
        ['application-name', 'Tea &amp; &quot;Co&quot;'],
        ['support-email', 'help@tea.example.com'],
        ['shop-address', 'Ringstraße 1, 1010 Wien, Austria'],
        ['shop-phone', '+43 1 555'],
        ['time-zone', 'Europe/Vienna'],
        ['return-days', '30'],
      ]) {
        expect(head, path).toContain(`<meta name="${meta}" content="${content}" />`);
      }
    }
  }
  await shop.call('POST', '/user/forgotPassword', { body: { email } });
  const { text } = await readMail(shop.mailbox.url, email, /^Reset/);
  expect(text).toContain('Tea & "Co" · Ringstraße 1 · 1010 Wien · Austria');
  await change({ ...testSeller, timeZone: 'UTC' });
});

test('each change is in the audit trail, and what changes nothing is not', async () => {
  const entries = async () => {
    const { token } = await shop.admin();
    return (await shop.call('GET', '/admin/audit?subject=settings', { token })).body;
  };
  const address = { street: 'Ring 1', postCode: '1010', city: 'Wien', country: 'AT' };
  await change({ languages: ['en'], address, weee: [] });
  const before = (await entries()).total;
  const weee = [
    { country: 'DE', number: '1' },
    { country: 'AT', number: '2' },
  ];
  await change({ languages: ['en', 'de'], address: { ...address, city: 'Graz' }, weee });
  await change({ languages: ['de', 'en'] });
  await change({});
  const { entries: listed, total } = await entries();
  expect(listed[0]).toMatchObject({
    action: 'settings.edited',
    changes: {
      languages: { from: 'en', to: 'en, de' },
      address: { from: 'Ring 1, 1010, Wien, AT', to: 'Ring 1, 1010, Graz, AT' },
      weee: { from: '', to: 'DE 1, AT 2' },
    },
  });
  expect(total).toBe(before + 1);
});

describe('refuses', () => {
  const address = { street: '', postCode: '', city: '', country: '' };
  const tooLong = (name: string, max: string) => `${name} can have at most ${max} characters`;
  test.each([
    ['languages', ['de'], "English can't be turned off."],
    ['languages', [], "English can't be turned off."],
    ['languages', ['en', 'xx'], 'Choose among the languages that the shop has.'],
    ['languages', ['en', null], 'Choose among the languages that the shop has.'],
    ['languages', 'en', 'Choose among the languages that the shop has.'],
    ['name', ' ', 'Name of the shop is required'],
    ['name', 'x'.repeat(201), tooLong('Name of the shop', '200')],
    ['name', null, 'Name of the shop is required'],
    ['legalName', 'x'.repeat(201), tooLong('Company name', '200')],
    ['legalName', 5, 'Must be text'],
    ['legalName', 'a\u0000', 'Contains a character that cannot be stored'],
    ['disputeBody', 'x'.repeat(1001), tooLong('Dispute resolution body', '1,000')],
    ['returnAddress', 'x'.repeat(1001), tooLong('Return address', '1,000')],
    ['email', 'help', 'Email is not valid!'],
    ['email', 'help@tea.o', 'Email is not valid!'],
    ['address', { ...address, country: 'XX' }, 'Country must be a two-letter ISO code, such as RS'],
    ['address', { street: '' }, 'Post code is required'],
    ['address', 'Main Street 1', 'The address must have a street, a post code, a city and a country.'],
    ['weee', [{ country: 'XX', number: '1' }], 'Country must be a two-letter ISO code, such as RS'],
    ['batteries', [{ country: 'DE', number: '' }], 'Registration number is required'],
    ['weee', [null], 'Registrations must be a list of countries, each with its number.'],
    ['weee', 'DE 1', 'Registrations must be a list of countries, each with its number.'],
    ['timeZone', 'Mars', 'Choose a time zone, such as Europe/Belgrade.'],
    ['timeZone', '+01:00', 'Choose a time zone, such as Europe/Belgrade.'],
    ['timeZone', '', 'Choose a time zone, such as Europe/Belgrade.'],
    ['returnDays', 13, 'Days to return must be a whole number from 14 to 365'],
    ['returnDays', 366, 'Days to return must be a whole number from 14 to 365'],
    ['returnDays', '14', 'Days to return must be a whole number from 14 to 365'],
    ['returnShippingPaidBy', 'nobody', 'Choose who pays for returns.'],
    ['returnShippingPaidBy', '', 'Choose who pays for returns.'],
    ['invoicePrefix', 'a', 'The prefix can have up to 10 capital letters A to Z, digits and hyphens.'],
    ['invoicePrefix', 'A'.repeat(11), 'The prefix can have up to 10 capital letters A to Z, digits and hyphens.'],
  ])('the %s %j', async (name, value, sentence) => {
    const before = await read();
    const { status, body } = await change({ [name]: value });
    expect({ status, message: body.message }).toEqual({ status: 422, message: sentence });
    expect(Object.keys(body.fields)[0]?.startsWith(name)).toBe(true);
    expect(await read()).toEqual(before);
  });
});

test('days of statistics follow another time zone', async () => {
  const days = () => shop.em().execute('select distinct time_zone from daily_sales');
  await change({ timeZone: 'Pacific/Kiritimati' });
  await shop.untilCalm();
  expect((await days()).filter(({ time_zone }) => time_zone !== 'Pacific/Kiritimati')).toEqual([]);
  await change({ timeZone: 'UTC' });
});
