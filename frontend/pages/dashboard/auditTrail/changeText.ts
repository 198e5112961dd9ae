import { type FieldColumn, fieldColumns } from '#contract/catalogue/product-fields.input.ts';
import { type FeedFormat, feedFormatNames } from '#contract/integration/feeds.ts';
import type { Scope } from '#contract/integration/scopes.ts';
import type { AuditChanges } from '#contract/users/audit.ts';
import { formatPrice } from '#contract/values/money.ts';
import { formatDecimal, formatNumber } from '#contract/values/numbers.ts';
import { placeName } from '#contract/values/territories.ts';
import { m } from '#messages';
import { isLanguageCode, languages } from '#messages/languages.ts';
import { mediumMoment } from '../../../texts/dates.ts';
import { scopeTexts } from '../apiKeys/scopeTexts.ts';
import { isOrderState, orderStateNames } from '../orders/orderStateNames.ts';
import { statusName } from '../users/userNames.ts';
import { eventText } from '../webhooks/eventTexts.ts';

const names: Record<string, () => string> = {
  address: m.audit.fieldAddress,
  amount: m.audit.fieldAmount,
  batteries: m.settings.batteries,
  carrier: m.audit.fieldCarrier,
  category: m.audit.fieldCategory,
  categoryIds: m.audit.fieldCategoryIds,
  city: m.audit.fieldCity,
  code: m.audit.fieldCode,
  contact: m.audit.fieldContact,
  countries: m.audit.fieldCountries,
  country: m.audit.fieldCountry,
  created: m.audit.fieldCreated,
  currency: m.audit.fieldCurrency,
  delivery: m.audit.fieldDelivery,
  description: m.audit.fieldDescription,
  disputeBody: m.settings.disputeBody,
  documents: m.audit.fieldDocuments,
  email: m.audit.fieldEmail,
  endsAt: m.audit.fieldEndsAt,
  event: m.audit.fieldEvent,
  events: m.audit.fieldEvents,
  expiresAt: m.audit.fieldExpiresAt,
  family: m.audit.fieldFamily,
  firstName: m.audit.fieldFirstName,
  format: m.audit.fieldFormat,
  freeFrom: m.audit.fieldFreeFrom,
  gender: m.audit.fieldGender,
  googleCategory: m.audit.fieldGoogleCategory,
  image: m.audit.fieldImage,
  images: m.audit.fieldImages,
  instructions: m.audit.fieldInstructions,
  invoicePrefix: m.settings.invoicePrefix,
  isActive: m.audit.fieldIsActive,
  isApplicable: m.audit.fieldIsApplicable,
  isFilterable: m.audit.fieldIsFilterable,
  items: m.audit.fieldItems,
  labels: m.audit.fieldLabels,
  language: m.audit.fieldLanguage,
  languages: m.audit.fieldLanguages,
  lastName: m.audit.fieldLastName,
  legalName: m.settings.legalName,
  maxDays: m.audit.fieldMaxDays,
  maxUses: m.audit.fieldMaxUses,
  maxUsesPerShopper: m.audit.fieldMaxUsesPerShopper,
  minDays: m.audit.fieldMinDays,
  minimum: m.audit.fieldMinimum,
  name: m.audit.fieldName,
  order: m.audit.fieldOrder,
  percent: m.audit.fieldPercent,
  phoneNumber: m.audit.fieldPhoneNumber,
  position: m.audit.fieldPosition,
  postCode: m.audit.fieldPostCode,
  price: m.audit.fieldPrice,
  published: m.audit.fieldPublished,
  reason: m.audit.fieldReason,
  refund: m.audit.fieldRefund,
  refused: m.audit.fieldRefused,
  registerName: m.settings.registerName,
  registerNumber: m.settings.registerNumber,
  return: m.audit.fieldReturn,
  returnAddress: m.settings.returnAddress,
  returnDays: m.settings.returnDays,
  returnShippingPaidBy: m.settings.returnShippingPaidBy,
  role: m.audit.fieldRole,
  scopes: m.audit.fieldScopes,
  shopRate: m.audit.fieldShopRate,
  startsAt: m.audit.fieldStartsAt,
  state: m.audit.fieldState,
  status: m.audit.fieldStatus,
  stock: m.audit.fieldStock,
  supervisoryAuthority: m.settings.supervisoryAuthority,
  timeZone: m.settings.timeZone,
  title: m.audit.fieldTitle,
  trackingNumber: m.audit.fieldTrackingNumber,
  type: m.audit.fieldType,
  unchanged: m.audit.fieldUnchanged,
  unit: m.audit.fieldUnit,
  updated: m.audit.fieldUpdated,
  url: m.audit.fieldUrl,
  username: m.audit.fieldUsername,
  version: m.audit.fieldVersion,
  vatId: m.settings.vatId,
  weee: m.settings.weee,
};

/** VAT rates are named by their countries (ISO 3166-1 alpha-2). */
const COUNTRY = /^[A-Z]{2}(-[A-Z0-9]+)?$/;

const eachIn = (codes: string, nameOf: (code: string) => string) => codes.split(', ').map(nameOf).join(', ');

/** The values of some fields are codes. */
const words: Record<string, (code: string) => string> = {
  country: placeName,
  event: eventText,
  events: (events) => eachIn(events, eventText),
  format: (format) => feedFormatNames[format as FeedFormat] ?? format,
  gender: (gender) => m.audit.gender({ gender }),
  returnShippingPaidBy: (payer) => m.settings.payer({ payer }),
  role: (role) => m.adminUsers.roleInTable({ role }),
  scopes: (scopes) => eachIn(scopes, (scope) => scopeTexts[scope as Scope]?.name() ?? scope),
  state: (state) => (isOrderState(state) ? orderStateNames[state]() : state),
  status: (status) => (status === 'Active' || status === 'Inactive' ? statusName(status === 'Active') : status),
  type: (type) => m.audit.attributeType({ type }),
};

/**
 * "post code" for `postCode`, "title (Deutsch)" for `title.de`; an attribute or an option of a product has its own name, and a
 * term is itself.
 */
export function fieldName(field: string): string {
  const own = /^(?:attribute|option|term)\.(.*)/s.exec(field)?.[1];
  if (own !== undefined) return own;
  if (COUNTRY.test(field)) return placeName(field);
  const [, reduced] = /^reduced\.(.+)$/.exec(field) ?? [];
  if (reduced !== undefined) return m.vat.reducedOf({ name: fieldName(reduced) });
  const [text = '', code] = field.split('.');
  if (isLanguageCode(code)) return m.translations.fieldIn({ field: fieldName(text), language: languages[code].name });
  return (
    names[field]?.() ??
    columnOf(field)?.field.label() ??
    field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  );
}

function columnOf(field: string): FieldColumn | undefined {
  return fieldColumns.find(({ column }) => column === field);
}

/** Formats a value for admins; null if there is none. */
export function readableValue(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value === '') return m.audit.emptyValue();
  if (field === 'price' && typeof value === 'number') return formatPrice(value, 'EUR');
  if (typeof value === 'number') return Number.isInteger(value) ? formatNumber(value) : formatDecimal(value);
  if (typeof value === 'string' && field.endsWith('At')) return mediumMoment(value);
  if (typeof value === 'boolean') return value ? m.audit.yes() : m.audit.no();
  if (typeof value === 'object') return JSON.stringify(value);
  return words[field]?.(String(value)) ?? columnOf(field)?.field.choices?.[String(value)]?.() ?? String(value);
}

/** Omits unchanged fields, such as the counts of an import that rejected nothing. */
export function realChanges(changes: AuditChanges): AuditChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to));
}
