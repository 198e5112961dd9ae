/** IANA name. */
export const DEFAULT_TIME_ZONE = 'Europe/Belgrade';

/** The seller, as invoices name it. Null where nothing is known. */
export type ShopDetails = {
  name: string;
  address: string | null;
  /** Where customers call; null without one. */
  phone: string | null;
  vatId: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** An IANA name. Its days are those of documents, mails, tables and statistics. */
  timeZone: string;
};

/** The seller as the dashboard shows it. */
export type AdminShopView = ShopDetails & {
  /** The sender of emails; null for the default. */
  mailFrom: string | null;
};
