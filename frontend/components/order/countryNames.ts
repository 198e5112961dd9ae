import { countryName } from '#contract/addresses.ts';
import { countryCodes } from '#contract/countries.ts';

type Country = { code: string; name: string };

let names: readonly Country[] | undefined;

/** Every country by its name. */
export function countryNames(): readonly Country[] {
  const { compare } = new Intl.Collator('en');
  names ??= countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => compare(one.name, other.name));
  return names;
}
