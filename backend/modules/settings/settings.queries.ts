import { DEFAULT_SHOP_NAME, DEFAULT_TIME_ZONE, RETURN_DAYS_MIN, type SettingsView } from '#contract/shop/settings.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { SettingSchema } from './setting.entity.ts';

export const db = queriesOn<{ setting: Table<typeof SettingSchema> }>();

export const defaultSettings: SettingsView = {
  name: DEFAULT_SHOP_NAME,
  legalName: '',
  address: { street: '', postCode: '', city: '', country: '' },
  email: '',
  phoneNumber: '',
  registerName: '',
  registerNumber: '',
  vatId: '',
  supervisoryAuthority: '',
  weee: [],
  batteries: [],
  disputeBody: '',
  languages: [DEFAULT_LANGUAGE],
  timeZone: DEFAULT_TIME_ZONE,
  returnDays: RETURN_DAYS_MIN,
  returnShippingPaidBy: 'shopper',
  returnAddress: '',
  invoicePrefix: '',
};

/** The settings as they are stored: ShopSettings.read also knows what the server fixes. */
export async function readStoredSettings(em: EntityManager): Promise<SettingsView> {
  const rows = await db(em).selectFrom('setting').select(['name', 'value']).execute();
  const stored: SettingsView = {
    ...defaultSettings,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
  // In their order, and without those that this release no longer has.
  return { ...stored, languages: languageCodes.filter((code) => stored.languages.includes(code)) };
}

/** The languages that the shop speaks. */
export async function readLanguages(em: EntityManager): Promise<LanguageCode[]> {
  return (await readStoredSettings(em)).languages;
}

/** The language of mails to somebody who has chosen this one: the default one if the shop no longer speaks it. */
export async function spokenLanguage(em: EntityManager, code: string): Promise<LanguageCode> {
  const languages = await readLanguages(em);
  return languages.find((spoken) => spoken === code) ?? DEFAULT_LANGUAGE;
}
