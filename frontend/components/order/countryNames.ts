import { countryCodes } from '#contract/countries.ts';

let names: { code: string; name: string }[] | undefined;

/** Every country by its name. */
export function countryNames(): readonly { code: string; name: string }[] {
  const { compare } = new Intl.Collator('en');
  names ??= countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => compare(one.name, other.name));
  return names;
}

const displayNames = new Intl.DisplayNames('en', { type: 'region' });

/** The name of a country (ISO 3166-1 alpha-2). */
export function countryName(code: string): string {
  return displayNames.of(code) ?? code;
}
