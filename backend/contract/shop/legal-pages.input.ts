import * as yup from 'yup';
import { m } from '#messages';
import { type LanguageCode, languageCodes } from '#messages/languages.ts';
import { wholeNumber } from '../values/numbers.input.ts';
import { atMost, ifGiven, missing, requiredName, requiredText, rows, text } from '../values/text.ts';
import { orderedKinds, PAGE_BODY_MAX, PAGE_TITLE_MAX, PAGE_VERSION_MAX } from './legal-pages.ts';

const language = text()
  .oneOf<LanguageCode>(languageCodes, m.settings.unknownLanguage)
  .required(m.settings.unknownLanguage);

const title = requiredName(m.legalPages.title, PAGE_TITLE_MAX);
const body = requiredText(missing(m.legalPages.text)).max(...atMost(PAGE_BODY_MAX, m.legalPages.text));

/** A draft of a page. */
export const legalPageInput = yup.object({
  language,
  title,
  body,
});
export type LegalPageInput = yup.InferType<typeof legalPageInput>;

/** A draft that is saved before it is published, or only its language to publish what was saved before. */
export const publishInput = yup.object({
  language,
  title: ifGiven(title),
  body: ifGiven(body),
});
export type PublishInput = yup.InferType<typeof publishInput>;

export const previewInput = yup.object({ language, body });

/** The fields of a form with the official notice on the legal guarantee. */
export const noticeInput = yup.object({ language });

/** The texts that a shopper was shown beside the button that orders. */
export const orderTexts = rows(
  {
    kind: text().oneOf(orderedKinds, m.legalPages.wrongTexts).required(m.legalPages.wrongTexts),
    language: text().oneOf<LanguageCode>(languageCodes, m.legalPages.wrongTexts).required(m.legalPages.wrongTexts),
    version: wholeNumber(m.legalPages.version, 1, PAGE_VERSION_MAX),
  },
  m.legalPages.wrongTexts,
).max(orderedKinds.length, m.legalPages.wrongTexts);
