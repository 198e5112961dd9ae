import type { ComponentProps } from 'react';
import { m } from '#messages';
import { SelectField } from '../forms/SelectField.tsx';
import { countryNames } from './countryNames.ts';

type CountryFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & {
  /** Countries that head the list, and why. */
  first?: { label: string; codes: readonly string[] };
};

/** The country of an address, which decides on its other fields. Those that are likely head the list. */
export function CountryField({ first, ...select }: CountryFieldProps) {
  const { label, codes } = first ?? { label: m.checkout.suggestedCountries(), codes: languageCountries() };
  const likely = countryNames().filter(({ code }) => codes.includes(code));
  const others = countryNames().filter(({ code }) => !codes.includes(code));
  return (
    <SelectField {...select} label={m.checkout.country()} required>
      <option value="">{m.checkout.chooseCountry()}</option>
      {likely.length > 0 && (
        <optgroup label={label}>
          <Countries countries={likely} />
        </optgroup>
      )}
      <optgroup label={likely.length > 0 ? m.checkout.otherCountries() : m.checkout.allCountries()}>
        <Countries countries={others} />
      </optgroup>
    </SelectField>
  );
}

function Countries({ countries }: { countries: ReturnType<typeof countryNames> }) {
  return countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}

/** The countries in the browser's languages. Some browsers have languages that are no valid tags. */
export function languageCountries(): string[] {
  return navigator.languages.flatMap((language) => {
    try {
      return new Intl.Locale(language).region ?? [];
    } catch {
      return [];
    }
  });
}
