import type { LanguageCode } from '#messages/languages.ts';

/** The shop's name, unless it is set. */
export const DEFAULT_SHOP_NAME = 'WebShop';
/** IANA name. */
export const DEFAULT_TIME_ZONE = 'Europe/Belgrade';

/** Maximum lengths in characters. */
export const SETTING_MAX = 200;
export const LONG_SETTING_MAX = 1000;
export const INVOICE_PREFIX_MAX = 10;
/** Maximum number of registrations of one kind. */
export const REGISTRATIONS_MAX = 100;
/** Days: Directive 2011/83/EU, Art. 9, grants the fewest. */
export const RETURN_DAYS_MIN = 14;
export const RETURN_DAYS_MAX = 365;

export const returnPayers = ['shop', 'shopper'] as const;
export type ReturnPayer = (typeof returnPayers)[number];

/** Where the shop is established. */
export type ShopAddress = {
  street: string;
  postCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
};

/** The shop's number in a country's register of producers. */
export type Registration = {
  /** ISO 3166-1 alpha-2. */
  country: string;
  number: string;
};

/** What admins set about the shop. Texts are '' until they are set. */
export type SettingsView = {
  /** What the shop is called. */
  name: string;
  /** What the company is called. */
  legalName: string;
  address: ShopAddress;
  /** Where customers write and call. */
  email: string;
  phoneNumber: string;
  /** The register that lists the company, such as that of a court, and its number there. */
  registerName: string;
  registerNumber: string;
  vatId: string;
  supervisoryAuthority: string;
  /** Registrations as a producer of electrical equipment: Directive 2012/19/EU, Art. 16. */
  weee: Registration[];
  /** Registrations as a producer of batteries: Regulation (EU) 2023/1542, Art. 55. */
  batteries: Registration[];
  /** Who settles disputes with customers out of court. */
  disputeBody: string;
  /** The languages that the shop speaks; the default one is always among them. */
  languages: LanguageCode[];
  /** An IANA name. Its days are those of documents, mails, tables and statistics. */
  timeZone: string;
  /** Days in which customers may return what they bought. */
  returnDays: number;
  returnShippingPaidBy: ReturnPayer;
  /** Lines; '' is the shop's address. */
  returnAddress: string;
  /** Precedes the numbers of invoices. */
  invoicePrefix: string;
};

/** Settings that variables of the server set, which the dashboard can't change. */
export type FixedSettings = Partial<Pick<SettingsView, 'name' | 'email' | 'phoneNumber' | 'vatId' | 'timeZone'>> & {
  address?: Partial<ShopAddress>;
};

/** A language as shoppers choose it. */
export type LanguageView = {
  code: LanguageCode;
  /** In itself. */
  name: string;
  dir: 'ltr' | 'rtl';
};

/** What everybody may know of the shop. */
export type PublicShopView = Pick<
  SettingsView,
  'name' | 'legalName' | 'address' | 'email' | 'phoneNumber' | 'vatId' | 'returnDays'
> & {
  languages: LanguageView[];
  defaultLanguage: LanguageCode;
};
