import { m } from '#messages';
import { countryName } from './addresses.ts';
import { countryCodes } from './countries.ts';

type Territory = {
  /** ISO 3166-2, or its country with its name where it has no code. */
  code: string;
  country: string;
  /** Of its post codes, without spaces, hyphens and the sign of the country, in capitals. */
  postCodes: RegExp;
  name: () => string;
};

const ofFrance = (code: string, postCodes: RegExp): Territory => {
  return { code, country: 'FR', postCodes, name: () => countryName(code) };
};

/**
 * Parts of a country that belong to another VAT territory, and that post codes tell apart: Directive 2006/112/EC, Art. 6, and
 * for Northern Ireland the Protocol on Ireland/Northern Ireland, Art. 8. Some have a country code too, by which addresses may
 * name them.
 */
const territories: readonly Territory[] = [
  { code: 'AX', country: 'FI', postCodes: /^22\d{3}$/, name: () => countryName('AX') },
  { code: 'DE-BUESINGEN', country: 'DE', postCodes: /^78266$/, name: m.territories.buesingen },
  { code: 'DE-HELGOLAND', country: 'DE', postCodes: /^27498$/, name: m.territories.helgoland },
  { code: 'ES-CE', country: 'ES', postCodes: /^51\d{3}$/, name: m.territories.ceuta },
  { code: 'ES-CN', country: 'ES', postCodes: /^3[58]\d{3}$/, name: m.territories.canaryIslands },
  { code: 'ES-ML', country: 'ES', postCodes: /^52\d{3}$/, name: m.territories.melilla },
  { code: 'GB-NIR', country: 'GB', postCodes: /^BT\d/, name: m.territories.northernIreland },
  { code: 'GR-69', country: 'GR', postCodes: /^6308[67]$/, name: m.territories.mountAthos },
  { code: 'IT-CAMPIONE', country: 'IT', postCodes: /^22061$/, name: m.territories.campione },
  { code: 'IT-LIVIGNO', country: 'IT', postCodes: /^23041$/, name: m.territories.livigno },
  ofFrance('GP', /^971(?!33|50)\d\d$/),
  ofFrance('BL', /^97133$/),
  ofFrance('MF', /^97150$/),
  ofFrance('MQ', /^972\d\d$/),
  ofFrance('GF', /^973\d\d$/),
  ofFrance('RE', /^974\d\d$/),
  ofFrance('PM', /^975\d\d$/),
  ofFrance('YT', /^976\d\d$/),
];

/** The codes of what VAT rates and shipping methods can be for: countries, and territories within them. */
export const placeCodes: readonly string[] = [...new Set([...countryCodes, ...territories.map(({ code }) => code)])];

const named = new Map(territories.map((territory) => [territory.code, territory]));

/** "Serbia", "Canary Islands": the name of a country or territory by its code. */
export function placeName(code: string): string {
  return named.get(code)?.name() ?? countryName(code);
}

/** The country in addresses of a country or territory. */
export function countryOfPlace(code: string): string {
  return countryCodes.includes(code) ? code : (named.get(code)?.country ?? code);
}

/** The sign of a country that some write before its post codes: "AX-22100", "D 27498", "GB-BT1 5GS". */
const COUNTRY_SIGN = /^[A-Z]{1,3}(?=\d{5}$|BT\d)/;

/**
 * Where an address is, the territory before its country: what is for a territory replaces what is for the country.
 * @param country ISO 3166-1 alpha-2; null if it is unknown, which is nowhere
 */
export function placesOf(country: string | null, postCode: string): string[] {
  if (country === null) return [];
  const plain = postCode.replace(/[\s-]/g, '').toUpperCase().replace(COUNTRY_SIGN, '');
  const territory = territories.find((each) => each.country === country && each.postCodes.test(plain));
  return territory === undefined ? [country] : [territory.code, country];
}
