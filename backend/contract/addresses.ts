import { currentLanguage } from '#messages';
import type { DeliveryView } from './orders.ts';
import type { ShopDetails } from './shop.ts';

const names = new Map<string, Intl.DisplayNames>();

/** "Serbia": the name of a country by its ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  const { locale } = currentLanguage();
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  names.set(locale, known);
  return known.of(code) ?? code;
}

/** The lines of an address, as on a letter. */
export function addressLines({ name, address, postCode, city, country }: DeliveryView): string[] {
  return [name, address, `${postCode} ${city}`, countryName(country)];
}

/** "Main Street 1, 21000 Novi Sad, Serbia"; null if the address is unknown. */
export function shopAddress({ address, country }: Pick<ShopDetails, 'address' | 'country'>): string | null {
  return address && [address, ...(country ? [countryName(country)] : [])].join(', ');
}
