import * as yup from 'yup';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, isLanguageCode, type LanguageCode, languageCodes } from '#messages/languages.ts';
import { isUnique, requiredText, rows, text, trimmed } from '../values/text.ts';
import { TERM_MAX } from './terms.ts';

/** The languages that the dictionary translates into. */
export const termLanguages: readonly LanguageCode[] = languageCodes.filter((code) => code !== DEFAULT_LANGUAGE);

/** Whether the dictionary translates into a language. */
export function isTermLanguage(value: unknown): value is LanguageCode {
  return isLanguageCode(value) && value !== DEFAULT_LANGUAGE;
}

const tooLong = () => m.translations.tooLong({ max: TERM_MAX });

/** A change of the dictionary of a language; '' removes a translation. */
export const termsInput = yup.object({
  language: text().oneOf(termLanguages, m.translations.unknownLanguage).required(m.translations.unknownLanguage),
  terms: rows(
    {
      text: requiredText(m.terms.wordMissing).max(TERM_MAX, m.terms.wordTooLong),
      translation: text().transform(trimmed).defined(m.terms.wrong).max(TERM_MAX, tooLong),
    },
    m.terms.wrong,
  )
    .required(m.terms.wrong)
    .test('unique', m.terms.listedTwice, (terms) => isUnique(terms?.map((term) => term?.text))),
});
export type TermsInput = yup.InferType<typeof termsInput>;
