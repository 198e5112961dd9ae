import * as yup from 'yup';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, isLanguageCode, type LanguageCode } from '#messages/languages.ts';

const language = yup.mixed<LanguageCode>((value): value is LanguageCode => isLanguageCode(value));

/** Absent settings stay as they are. */
export const settingsInput = yup.object({
  languages: yup
    .array(language.required(m.settings.unknownLanguage).typeError(m.settings.unknownLanguage))
    .typeError(m.settings.unknownLanguage)
    .nonNullable(m.settings.unknownLanguage)
    .test(
      'default',
      m.settings.defaultLanguageNeeded,
      (codes) => codes === undefined || codes.includes(DEFAULT_LANGUAGE),
    ),
});
export type SettingsInput = yup.InferType<typeof settingsInput>;
