import { type FeedSettings, feedFormatNames } from '#contract/integration/feeds.ts';
import { countryName } from '#contract/values/addresses.ts';
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
