import { expect, test } from 'vitest';
import { settingsResolverFor } from './settingsValues.ts';

const shown = {
  name: 'Tea',
  legalName: '',
  address: { street: '', postCode: '', city: '', country: '' },
  email: 'help@intranet',
  phoneNumber: '',
  registerName: '',
  registerNumber: '',
  vatId: '',
  supervisoryAuthority: '',
  weee: [],
  batteries: [],
  disputeBody: '',
  languages: ['en' as const],
  timeZone: 'UTC',
  returnDays: 14,
  returnShippingPaidBy: 'shopper' as const,
  returnAddress: '',
  invoicePrefix: '',
};

const resolve = (changes: object) =>
  settingsResolverFor(shown)({ ...shown, ...changes }, undefined, { fields: {}, shouldUseNativeValidation: false });

test('what the server sets otherwise than the form would take keeps nobody from changing the rest', async () => {
  expect(await resolve({ legalName: ' Tea Ltd ' })).toEqual({ values: { legalName: 'Tea Ltd' }, errors: {} });
});

test.each([
  ['email', 'other@intranet'],
  ['name', ''],
  ['returnDays', null],
])('%s is checked once it is changed, as in %j', async (name, value) => {
  expect(Object.keys((await resolve({ [name]: value })).errors)).toEqual([name]);
});
