import type { LanguageCode } from '#messages/languages.ts';
import type { CurrencyCode } from '../values/money.ts';

export const FEEDS_MAX = 50;

/** Who reads a feed decides its format. */
export const feedFormats = ['google', 'meta', 'idealo', 'openai'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** What the formats are called everywhere. */
export const feedFormatNames: Record<FeedFormat, string> = {
  google: 'Google Merchant Center',
  meta: 'Meta',
  idealo: 'idealo',
  openai: 'OpenAI',
};

/** Why a published product is not in a feed. */
export const leavingOut = ['noPrice', 'noPicture', 'pictureInPreparation', 'soldOut'] as const;
/** What makes a product harder to find for readers of a feed, or lets them refuse it. */
export const weaknesses = [
  'noIdentifiers',
  'noBrand',
  'longId',
  'longTitle',
  'noDescription',
  'untranslated',
  'noShipping',
] as const;
export const feedReasons = [...leavingOut, ...weaknesses];
export type FeedReason = (typeof feedReasons)[number];

export type FeedSettings = {
  format: FeedFormat;
  language: LanguageCode;
  currency: CurrencyCode;
  /** Where it says what delivery costs: ISO 3166-1 alpha-2. */
  country: string;
};

export type FeedView = FeedSettings & {
  _id: string;
  /** Whoever knows it can read the feed. */
  url: string;
  /** How many products it has. */
  products: number;
  /** How many published products are left out or weak. */
  problems: number;
  /** When it was last requested (ISO 8601, UTC); null if never. */
  readAt: string | null;
};

export const feedProblemColumns = ['added'] as const;
export type FeedProblemColumn = (typeof feedProblemColumns)[number];

export type FeedProblemView = {
  /** The product's id. */
  _id: string;
  title: string;
  sku: string | null;
  isLeftOut: boolean;
  /** Those that leave it out come first. */
  reasons: FeedReason[];
};
