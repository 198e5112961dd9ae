import * as yup from 'yup';
import { m } from '#messages';
import { languageCodes } from '#messages/languages.ts';
import { countryCodes } from '../values/countries.ts';
import { currencyCodes } from '../values/money.ts';
import { ifGiven, missing, text } from '../values/text.ts';
import { feedFormats } from './feeds.ts';

const fields = {
  format: text().oneOf(feedFormats, m.feeds.wrongFormat).required(m.feeds.wrongFormat),
  /** The service refuses those that the shop doesn't speak. */
  language: text().oneOf(languageCodes, m.feeds.wrongLanguage).required(m.feeds.wrongLanguage),
  currency: text().oneOf(currencyCodes, m.payments.wrongCurrency).required(missing(m.payments.currency)),
  country: text().oneOf(countryCodes, m.delivery.wrongCountry).required(m.delivery.wrongCountry),
};

export const feedInput = yup.object(fields);
export type FeedInput = yup.InferType<typeof feedInput>;

/** Absent fields keep their values. */
export const editFeedInput = yup.object({
  format: ifGiven(fields.format),
  language: ifGiven(fields.language),
  currency: ifGiven(fields.currency),
  country: ifGiven(fields.country),
});
export type EditFeedInput = yup.InferType<typeof editFeedInput>;
