import { countryName } from '#contract/addresses.ts';
import { type FeedSettings, feedFormatNames } from '#contract/feeds.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';

/** "idealo: Germany, Deutsch, EUR": tells feeds apart. */
export function feedName({ format, language, currency, country }: FeedSettings): string {
  return m.feeds.named({
    format: feedFormatNames[format],
    country: countryName(country),
    language: languages[language].name,
    currency,
  });
}
