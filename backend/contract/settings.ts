import type { LanguageCode } from '#messages/languages.ts';

/** What admins set about the shop. */
export type SettingsView = {
  /** The languages that the shop speaks; the default one is always among them. */
  languages: LanguageCode[];
};

/** The settings that variables of the server fix, so that nobody else can change them. */
export type LockedSettings = (keyof SettingsView)[];

/** A language as shoppers choose it. */
export type LanguageView = {
  code: LanguageCode;
  /** In itself. */
  name: string;
  dir: 'ltr' | 'rtl';
};

/** What everybody may know of the shop. */
export type PublicShopView = {
  languages: LanguageView[];
  defaultLanguage: LanguageCode;
};
