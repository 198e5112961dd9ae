/** What addresses consist of in each country, by the data that Google keeps for address forms (libaddressinput). */

import { formatAddress } from 'localized-address-format';
import { m } from '#messages';
import { countryName } from './addresses.ts';
import { countryCodes } from './countries.ts';
import { statesOf } from './states.ts';

/** An address on a letter. */
export type PostalAddress = {
  /** '' or absent without one. */
  company?: string;
  /** May be empty if there is a company. */
  name: string;
  address: string;
  city: string;
  /** May be empty where there are none: see hasPostCode. */
  postCode: string;
  /** The code of a state or province (ISO 3166-2 without its country), where addresses name one. */
  state?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
};

export type PlaceField = 'city' | 'state' | 'postCode';

/**
 * The fields for the place of an address, in the order of the country's addresses. There is always a city. The state is one
 * of a list, and never required: the post code implies it.
 */
export function placeFields(country: string): PlaceField[] {
  if (country === '') return ['city', 'postCode'];
  const names = { locality: 'city', administrativeArea: 'state', postalCode: 'postCode' };
  const form = formatAddress({ postalCountry: country, ...names }, 'latin').join(' ');
  const fields = (form.match(/city|state|postCode/g) ?? []) as PlaceField[];
  const known = fields.filter((field) => field !== 'state' || statesOf(country).size > 0);
  return known.includes('city') ? known : ['city', ...known];
}

/** Whether addresses in a country have a post code. */
export function hasPostCode(country: string): boolean {
  return placeFields(country).includes('postCode');
}

/** The countries whose addresses name a state by its name. The others write its code. */
const namedStates = ['IN'];

/** A letter of another script than Latin. */
const FOREIGN = /[^\P{L}\p{Script=Latin}]/u;

/** The lines of an address, in the order of its country and its script. */
export function addressLines({ company, name, address, city, postCode, state = '', country }: PostalAddress): string[] {
  const script = [name, address, city].some((text) => FOREIGN.test(text)) ? 'local' : 'latin';
  const area = namedStates.includes(country) ? (statesOf(country).get(state) ?? state) : state;
  const linesWith = (addressLines: string[], administrativeArea: string) =>
    formatAddress(
      {
        postalCountry: country,
        organization: company,
        name,
        addressLines,
        locality: city,
        administrativeArea,
        postalCode: postCode,
      },
      script,
    );
  const shows = (lines: string[]) => lines.join('\n').toLowerCase().includes(city.toLowerCase());
  // Some countries write no city but the emirate or island, or neither.
  const lines =
    [linesWith([address], area), linesWith([address], city), linesWith([address, city], area)].find(shows) ?? [];
  return [...lines, countryName(country)];
}

export type AddressProblems = Partial<Record<keyof PostalAddress, string>>;

/** What is wrong with an address to which something is sent, by field: what is missing, an unknown country or state. */
export function addressProblems(address: PostalAddress): AddressProblems {
  const { company, name, city, postCode, state, country } = address;
  const states = statesOf(country);
  return {
    ...(!name && !company && { name: m.payments.nameRequired() }),
    ...(!address.address && { address: m.payments.addressRequired() }),
    ...(!city && { city: m.payments.cityRequired() }),
    ...(!postCode && hasPostCode(country) && { postCode: m.payments.postCodeRequired() }),
    ...(!country && { country: m.payments.countryRequired() }),
    ...(country && !countryCodes.includes(country) && { country: m.payments.wrongCountry() }),
    ...(state && states.size > 0 && !states.has(state) && { state: m.addresses.wrongState() }),
  };
}

/** The state of an address as a part of it, where its country has states; else nothing. */
export function statePart({ state, country }: Pick<PostalAddress, 'state' | 'country'>): { state?: string } {
  return state && statesOf(country).size > 0 ? { state } : {};
}
