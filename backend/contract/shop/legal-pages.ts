import type { LanguageCode } from '#messages/languages.ts';

/** The pages that the law asks of a shop, in the order in which the footer links to them. */
export const legalPageKinds = [
  'imprint',
  'terms',
  'privacy',
  'withdrawal',
  'delivery',
  'payment',
  'guarantee',
  'accessibility',
  'reviews',
] as const;
export type LegalPageKind = (typeof legalPageKinds)[number];

export function isLegalPageKind(value: unknown): value is LegalPageKind {
  return legalPageKinds.some((kind) => kind === value);
}

/** The pages that an order keeps as they were when it was placed. */
export const orderedKinds = ['terms', 'privacy', 'withdrawal'] as const satisfies readonly LegalPageKind[];

/** What a page's text may name in double braces: settings of the shop, which are filled in when it is published. */
export const placeholders = [
  'name',
  'legalName',
  'address',
  'email',
  'phoneNumber',
  'vatId',
  'register',
  'returnDays',
  'returnAddress',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** Values of the placeholders in a language: plain text on one line. Those without a value are absent. */
export type PlaceholderValues = Partial<Record<Placeholder, string>>;

/** In characters. */
export const PAGE_TITLE_MAX = 100;
export const PAGE_BODY_MAX = 50_000;
/** PostgreSQL's largest integer. */
export const PAGE_VERSION_MAX = 2 ** 31 - 1;
/** Of a request that sends a page. */
export const PAGE_BYTES_MAX = 256 * 1024;

/** What addresses a version of a legal page, behind `/pages/`: "terms", "terms?version=2&language=de". */
export function legalPageKey(kind: string, query: string): string {
  const given = new URLSearchParams(query);
  const [version, language] = [given.get('version'), given.get('language')];
  return version ? `${kind}?${new URLSearchParams({ version, ...(language && { language }) })}` : kind;
}

/** A published page, for links to it. Its title is in the language of the response, or the default one. */
export type LegalPageLink = { kind: LegalPageKind; title: string };

/** A version of a page. */
export type LegalPageView = LegalPageLink & {
  /** Safe: made of Markdown and sanitized. Its headings begin at h2. */
  html: string;
  /** Counted from 1, by kind and language. */
  version: number;
  /** ISO 8601, UTC. */
  publishedAt: string;
  /** The default one if the page has no version in the asked one. */
  language: LanguageCode;
};

/** The response of GET /pages/{kind}. */
export type ReadLegalPage = {
  page: LegalPageView;
  /** That of the newest version in the page's language. */
  newestVersion: number;
};

/** The draft of a page in a language, and its published version. */
export type AdminLegalPageView = {
  kind: LegalPageKind;
  language: LanguageCode;
  /** '' if it was never saved. */
  title: string;
  /** Markdown with placeholders. */
  body: string;
  /** The newest published one; 0 if it was never published. */
  version: number;
  /** ISO 8601, UTC; null if it was never published. */
  publishedAt: string | null;
  /** Whether publishing it now would make another text: it was edited, or a setting that it names has changed. */
  isChanged: boolean;
};

/** A version in the history of a page. */
export type LegalPageVersion = {
  version: number;
  title: string;
  /** ISO 8601, UTC. */
  publishedAt: string;
};

/** A version with its text: Markdown whose placeholders are filled in. */
export type LegalPageText = LegalPageVersion & { body: string };

/** How a draft would look. */
export type LegalPagePreview = {
  html: string;
  /** Markdown whose placeholders are filled in. */
  text: string;
  /** Why it can't be published; null if it can. */
  problem: string | null;
};

export const noticeFormats = ['png', 'jpeg', 'webp'] as const;
export type NoticeFormat = (typeof noticeFormats)[number];

/** In megabytes. */
export const NOTICE_MAX = 1;

/** The official notice on the legal guarantee, a picture. */
export type NoticePicture = {
  url: string;
  /** Pixels. */
  width: number;
  height: number;
};
export type NoticeView = NoticePicture & { language: LanguageCode };

/** The version of a page that applies to an order. */
export type OrderTextView = {
  kind: (typeof orderedKinds)[number];
  language: LanguageCode;
  version: number;
};
