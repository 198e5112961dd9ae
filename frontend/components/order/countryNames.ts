import { countryName } from '#contract/values/addresses.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { currentLanguage } from '#messages';

type Country = { code: string; name: string };

let names: readonly Country[] | undefined;

/** Every country by its name. A browser's page has one language, so they are named once. */
export function countryNames(): readonly Country[] {
  const { compare } = new Intl.Collator(currentLanguage().locale);
  names ??= countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => compare(one.name, other.name));
  return names;
}
