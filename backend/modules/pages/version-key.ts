import { PAGE_VERSION_MAX } from '#contract/shop/legal-pages.ts';
import { isLanguageCode, type LanguageCode } from '#messages/languages.ts';

/** Which version of a page an address asks for; without a number, the newest. */
export type VersionKey = { version?: number; language?: LanguageCode };

/** The number of a version in an address: undefined without one, null if there can't be such a version. */
export function readVersionNumber(given: unknown): number | undefined | null {
  if (given === undefined || given === '') return undefined;
  const isNumber = typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given);
  return isNumber && Number(given) <= PAGE_VERSION_MAX ? Number(given) : null;
}

/**
 * Reads the parameters `version` and `language` of an address; null if there can't be such a version. The language says whose
 * versions are counted, also once the shop no longer speaks it; by default, they are those of the current one.
 */
export function readVersionKey(given: Record<string, unknown>): VersionKey | null {
  const version = readVersionNumber(given.version);
  if (version === undefined || version === null) return version === null ? null : {};
  const { language } = given;
  if (language === undefined) return { version };
  return isLanguageCode(language) ? { version, language } : null;
}

/** The parameters of a key in their order, for addresses that are compared. */
export function versionQuery(key: VersionKey): string {
  return Object.entries(key)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
