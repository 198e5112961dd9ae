import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type DutyCode, type DutyView, dutyCodes } from '#contract/shop/duties.ts';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { drawing } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { openSettings } from '../settings/shop-settings.ts';
import { countOpenDuties, listDuties } from './duties.service.ts';

const shop = await startTestShop({ languages: ['en', 'de'] });

async function call(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) {
  const { token } = await shop.admin();
  return shop.call(method, path, { token, body });
}

/** The list. The sidebar counts what is open in it, though without counting products. */
async function duties(): Promise<DutyView[]> {
  const { duties } = (await call('GET', '/admin/duty')).body;
  expect(await openDuties()).toBe(duties.filter(({ state }: DutyView) => state === 'open').length);
  return duties;
}

async function duty(code: DutyCode): Promise<DutyView> {
  const found = (await duties()).find((duty) => duty.code === code);
  if (found === undefined) throw new Error(`no duty ${code}`);
  return found;
}

const openDuties = async () => (await call('GET', '/admin/work')).body.dutiesOpen;
const set = (settings: object) => call('PUT', '/admin/settings', settings);
const change = (code: string, body: object) => call('PUT', `/admin/duty/${code}`, body);

test('lists every duty with its source, what was found, and where it is fulfilled', async () => {
  const list = await duties();
  expect(list.map(({ code }) => code)).toEqual(dutyCodes);
  for (const { title, source, detail, to } of list) {
    for (const text of [title, source, detail]) expect(text).toMatch(/\S/);
    expect(to).toMatch(/^(\/dashboard\/|https:)/);
  }
  expect(await duty('weee')).toMatchObject({
    title: 'Registration for electrical equipment',
    source: 'Directive 2012/19/EU, Art. 16 and 17',
    reason: null,
  });
  const { token } = await shop.admin();
  const { body } = await shop.call('GET', '/admin/duty', { token, headers: { 'Accept-Language': 'de' } });
  expect(body.duties.map(({ source }: DutyView) => source)).toContain('Richtlinie 2012/19/EU, Art. 16 und 17');
});

test('the company details are met once all of them are set', async () => {
  const { name: _name, ...address } = { name: '', street: 'Ring 1', postCode: '1010', city: 'Wien', country: 'AT' };
  await set({ legalName: '', email: '', address: { ...address, city: '' }, phoneNumber: '+43 1' });
  expect(await duty('imprintData')).toMatchObject({ state: 'open', detail: 'Missing: Company name, City, and Email.' });
  const before = await openDuties();
  await set({ legalName: 'Tea Ltd', email: 'help@tea.example.com', address });
  expect(await duty('imprintData')).toMatchObject({ state: 'met' });
  expect(await openDuties()).toBe(before - 1);
});

test('a registration is met by a country with its number', async () => {
  expect(await duty('weee')).toMatchObject({ state: 'open' });
  await set({
    weee: [
      { country: 'DE', number: 'DE 1' },
      { country: 'AT', number: '2' },
      { country: 'DE', number: 'DE 3' },
    ],
  });
  expect(await duty('weee')).toMatchObject({ state: 'met', detail: 'Registered in Germany and Austria.' });
  await set({ weee: [] });
  expect(await duty('weee')).toMatchObject({ state: 'open' });
});

test('a page is open until it is published, and again while a setting or an edit has changed it', async () => {
  const body = 'We are {{name}}.';
  const save = (text: object) => call('PUT', '/admin/page/imprint', { title: 'Imprint', body, ...text });
  const publish = (language: string) => call('POST', '/admin/page/imprint/publish', { language });
  const imprint = async () => duty('page.imprint');
  expect(await imprint()).toMatchObject({ title: 'Imprint', state: 'open', detail: 'Not published yet.' });
  await save({ language: 'de' });
  await publish('de');
  await save({ language: 'en' });
  expect(await imprint()).toMatchObject({ state: 'open', to: '/dashboard/pages/imprint' });
  await publish('en');
  expect(await imprint()).toMatchObject({ state: 'met', detail: 'Published (English and German).' });
  await set({ name: 'Coffee & Co' });
  expect(await imprint()).toMatchObject({ state: 'open', detail: expect.stringContaining('(English and German)') });
  await publish('en');
  await publish('de');
  expect(await imprint()).toMatchObject({ state: 'met' });
  await save({ language: 'en', title: 'About us' });
  expect(await imprint()).toMatchObject({ state: 'open', detail: expect.stringContaining('(English)') });
});

test('the legal guarantee is open until its official notice is uploaded in each language', async () => {
  const { token } = await shop.admin();
  const bytes = new Uint8Array(await drawing(300, 100).png().toBuffer());
  const file = new Blob([bytes], { type: 'image/png' });
  for (const language of ['en', 'de']) {
    await call('PUT', '/admin/page/guarantee', { language, title: 'Guarantee', body: 'Two years.' });
    await call('POST', '/admin/page/guarantee/publish', { language });
    expect(await duty('page.guarantee')).toMatchObject({ state: 'open' });
    const form = new FormData();
    form.set('language', language);
    form.set('file', file, 'notice.png');
    await shop.call('POST', '/admin/page/guarantee/notice', { token, form });
  }
  expect(await duty('page.guarantee')).toMatchObject({ state: 'met' });
});

test('sales are compared with prior prices by themselves', async () => {
  expect(await duty('priorPrices')).toMatchObject({ state: 'met', source: 'Directive 98/6/EC, Art. 6a' });
});

describe('data of published products', () => {
  let [category, productId] = ['', ''];
  const edit = (fields: object) => call('PUT', '/admin/product', { id: productId, ...fields });
  const label = (labels: string[]) => call('PUT', '/admin/category', { id: category, categoryName: 'Screens', labels });

  beforeAll(async () => {
    productId = await addProduct(shop.em(), shop.storage, 'Screen');
    const { body } = await call('GET', `/admin/product/${productId}`);
    category = body.product.categoryId._id;
  });

  test('a manufacturer is needed', async () => {
    expect(await duty('productSafety')).toMatchObject({
      state: 'open',
      detail: "1 published product doesn't name its manufacturer.",
    });
    const company = { name: 'Lumen', address: 'Ring 1\nWien', contact: 'https://lumen.example' };
    const { _id: manufacturerId } = (await call('POST', '/admin/company', company)).body.company;
    await edit({ manufacturerId });
    expect(await duty('productSafety')).toMatchObject({ state: 'met' });
    await edit({ manufacturerId: null });
    await edit({ isPublished: false });
    expect(await duty('productSafety')).toMatchObject({ state: 'met' });
    await edit({ isPublished: true });
  });

  test('a brand and one of GTIN and MPN are needed', async () => {
    for (const [fields, state] of [
      [{ brand: 'Lumen' }, 'open'],
      [{ mpn: 'L-1' }, 'met'],
      [{ mpn: null, gtin: '4006381333931' }, 'met'],
      [{ brand: '' }, 'open'],
    ] as const) {
      await edit(fields);
      expect(await duty('identifiers'), JSON.stringify(fields)).toMatchObject({ state });
    }
    expect((await duty('identifiers')).detail).toMatch(/^1 /);
  });

  test('an energy class and a word about a charger are needed where the category says so', async () => {
    expect([await duty('energy'), await duty('charger')]).toMatchObject([{ state: 'met' }, { state: 'met' }]);
    await label(['energy', 'charger']);
    expect([await duty('energy'), await duty('charger')]).toMatchObject([
      { state: 'open', detail: expect.stringMatching(/^1 /) },
      { state: 'open', detail: expect.stringMatching(/^1 /) },
    ]);
    await edit({ energy: { class: 'C' }, charger: { isIncluded: false, minWatts: 5, maxWatts: 20, usbPd: true } });
    expect([await duty('energy'), await duty('charger')]).toMatchObject([{ state: 'met' }, { state: 'met' }]);
    await label([]);
  });

  test('batteries need a registration, unless no product has one', async () => {
    expect(await duty('batteries')).toMatchObject({ state: 'open', detail: 'No registration entered yet.' });
    await edit({ hasBattery: true });
    expect(await duty('batteries')).toMatchObject({ state: 'open', detail: expect.stringMatching(/^1 /) });
    await set({ batteries: [{ country: 'AT', number: '1' }] });
    expect(await duty('batteries')).toMatchObject({ state: 'met' });
    await set({ batteries: [] });
    await edit({ hasBattery: false });
    expect(await duty('batteries')).toMatchObject({ state: 'notApplicable', reason: null });
  });
});

test('a local payment provider has no wallets', async () => {
  expect(await duty('wallets')).toMatchObject({ state: 'notApplicable', reason: null });
});

test.each([
  ['registered', 'met'],
  ['unregistered', 'open'],
  ['inactive', 'open'],
  ['off', 'open'],
  ['unknown', 'open'],
] as const)('wallets at a domain that is %s are %s', async (domain, state) => {
  const walletDomain = {
    name: 'shop.example',
    settingsUrl: 'https://dashboard.example',
    ask: async () => domain,
    known: () => domain,
  };
  const deps = { settings: openSettings({}), walletDomain };
  const list = await listDuties(shop.em(), deps);
  expect(list.find(({ code }) => code === 'wallets')).toMatchObject({ state });
  const isOpen = (duty: DutyView) => duty.state === 'open';
  expect(await countOpenDuties(shop.em(), deps)).toBe(list.filter(isOpen).length);
});

test('the count in the sidebar never waits for the payment provider', async () => {
  const walletDomain = {
    name: 'shop.example',
    settingsUrl: null,
    ask: vi.fn(() => new Promise<never>(() => {})),
    known: vi.fn(() => 'local' as const),
  };
  await countOpenDuties(shop.em(), { settings: openSettings({}), walletDomain });
  expect(walletDomain.ask).not.toHaveBeenCalled();
});

test('a duty that does not apply is not open, for a reason, until it applies again', async () => {
  const before = await openDuties();
  const { status, body } = await change('weee', { isApplicable: false, reason: ' We sell software only. ' });
  expect([status, body.message]).toEqual([200, 'Duty updated']);
  expect(body.duties).toEqual(await duties());
  expect(await duty('weee')).toMatchObject({ state: 'notApplicable', reason: 'We sell software only.' });
  expect(await openDuties()).toBe(before - 1);
  await change('weee', { isApplicable: false, reason: 'We sell software only.' });
  await change('weee', { isApplicable: true });
  expect(await duty('weee')).toMatchObject({ state: 'open', reason: null });

  const { entries } = (await call('GET', '/admin/audit?subject=duty')).body;
  expect(entries).toMatchObject([
    { action: 'duty.edited', subjectName: 'weee', changes: { isApplicable: { from: false, to: true } } },
    {
      subjectName: 'weee',
      changes: { isApplicable: { from: true, to: false }, reason: { from: null, to: 'We sell software only.' } },
    },
  ]);
});

test.each([
  [{ isApplicable: false }, 'reason', 'Reason is required'],
  [{ isApplicable: false, reason: ' ' }, 'reason', 'Reason is required'],
  [{ isApplicable: false, reason: 'x'.repeat(1001) }, 'reason', 'Reason can have at most 1,000 characters'],
  [{ reason: 'Why' }, 'isApplicable', 'Say whether the duty applies'],
  [{ isApplicable: 'no', reason: 'Why' }, 'isApplicable', 'Say whether the duty applies'],
])('refuses %j', async (body, field, message) => {
  const refused = await change('batteries', body);
  expect([refused.status, refused.body.fields]).toEqual([422, { [field]: message }]);
  expect(await duty('batteries')).toMatchObject({ reason: null });
});

test('an unknown duty is not found', async () => {
  expect((await change('taxes', { isApplicable: true })).status).toBe(404);
});
