import { currentLanguage } from '#messages';
import type { SettingsView, ShopAddress } from '../shop/settings.ts';

const names = new Map<string, Intl.DisplayNames>();

/** "Serbia": the name of a country by its ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  const { locale } = currentLanguage();
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  names.set(locale, known);
  return known.of(code) ?? code;
}

/** "Main Street 1, 21000 Novi Sad, Serbia", without what is unknown: '' if all is. */
export function shopAddress(address: ShopAddress): string {
  return shopAddressLines(address).join(', ');
}

/** Where goods are sent back: the return address of the settings, else that of the shop. */
export function returnAddressLines({ returnAddress, name, legalName, address }: SettingsView): string[] {
  const own = returnAddress.split(/\r?\n/).filter((line) => line.trim() !== '');
  return own.length > 0 ? own : [legalName || name, ...shopAddressLines(address)];
}

/** The lines of the shop's address, without what is unknown. */
export function shopAddressLines({ street, postCode, city, country }: ShopAddress): string[] {
  const place = [postCode, city].filter(Boolean).join(' ');
  return [street, place, country && countryName(country)].filter(Boolean);
}
