import type { SettingsView } from '#contract/settings.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { SettingSchema } from './setting.entity.ts';

export const db = queriesOn<{ setting: Table<typeof SettingSchema> }>();

const defaults: SettingsView = { languages: [DEFAULT_LANGUAGE] };

/** The settings as they are. */
export async function readSettings(em: EntityManager): Promise<SettingsView> {
  const rows = await db(em).selectFrom('setting').select(['name', 'value']).execute();
  const { languages } = { ...defaults, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
  // In their order, and without those that this release no longer has.
  return { languages: languageCodes.filter((code) => languages.includes(code)) };
}

/** The language of mails to somebody who has chosen this one: the default one if the shop no longer speaks it. */
export async function spokenLanguage(em: EntityManager, code: string): Promise<LanguageCode> {
  const { languages } = await readSettings(em);
  return languages.find((spoken) => spoken === code) ?? DEFAULT_LANGUAGE;
}
