import { type LegalPageKind, legalPageKinds } from './legal-pages.ts';

const otherCodes = [
  'imprintData',
  'productSafety',
  'energy',
  'charger',
  'identifiers',
  'priorPrices',
  'weee',
  'batteries',
  'wallets',
] as const;

export type PageDutyCode = `page.${LegalPageKind}`;
export type DutyCode = PageDutyCode | (typeof otherCodes)[number];

/** What the law asks of a shop, in the order of the dashboard's checklist. */
export const dutyCodes: readonly DutyCode[] = [
  ...legalPageKinds.map((kind): PageDutyCode => `page.${kind}`),
  ...otherCodes,
];

export function isDutyCode(value: unknown): value is DutyCode {
  return dutyCodes.some((code) => code === value);
}

export type DutyState = 'met' | 'open' | 'notApplicable';

/** Maximum length in characters. */
export const DUTY_REASON_MAX = 1000;

/** A duty, and whether the stored data of the shop meets it. */
export type DutyView = {
  code: DutyCode;
  title: string;
  /** The law, or who else asks for it. */
  source: string;
  state: DutyState;
  /** What was found, in a sentence. */
  detail: string;
  /** Where it is fulfilled: an address of the dashboard, or of another website. */
  to: string;
  /** Why an admin has said that it doesn't apply; null unless one has. */
  reason: string | null;
};
