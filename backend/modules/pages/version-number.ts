import { PAGE_VERSION_MAX } from '#contract/legal-pages.ts';

/** The number of a version in an address: undefined without one, null if there can't be such a version. */
export function readVersionNumber(given: unknown): number | undefined | null {
  if (given === undefined || given === '') return undefined;
  const isNumber = typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given);
  return isNumber && Number(given) <= PAGE_VERSION_MAX ? Number(given) : null;
}
