import { placeCodes, placeName } from '#contract/values/territories.ts';
import { currentLanguage } from '#messages';

type Place = { code: string; name: string };

let names: readonly Place[] | undefined;

/** Every country, and every territory that has rates or shipping methods of its own, by its name. */
export function placeNames(): readonly Place[] {
  const { compare } = new Intl.Collator(currentLanguage().locale);
  names ??= placeCodes
    .map((code) => ({ code, name: placeName(code) }))
    .sort((one, other) => compare(one.name, other.name));
  return names;
}
