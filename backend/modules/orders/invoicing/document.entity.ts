import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { documentKinds } from '#contract/orders/documents.ts';
import { currencyCodes } from '#contract/values/money.ts';
import { id, index, uniqueIndex } from '../../../core/database/columns.ts';
import type { DocumentSnapshot } from './snapshot.ts';

const ONLY_ADDED = `raise exception 'Documents are only added';`;

/** The last number of each series. Its row is locked while a number is taken, so that there are no gaps. */
export const DocumentSeries = defineEntity({
  name: 'DocumentSeries',
  tableName: 'document_series',
  properties: {
    /** Such as "INV-2026". */
    series: p.text().primary(),
    last: p.integer(),
  },
});

/**
 * An invoice, or a credit note, for good: a trigger keeps what it says. Orders are no foreign key, since documents outlive
 * them, and a restore may bring back one whose order it does not.
 */
export const OrderDocument = defineEntity({
  name: 'OrderDocument',
  tableName: 'document',
  properties: {
    id: id(),
    orderId: p.uuid(),
    kind: p.enum(documentKinds).columnType('text'),
    /** The order's invoice that it changes; null for that one itself. */
    invoiceId: p.uuid().nullable(),
    /** The refund that a credit note is for, or that failed, so that an invoice reverses its credit note; null without one. */
    refundId: p.uuid().nullable(),
    series: p.text(),
    /** In the series, from 1. */
    position: p.integer(),
    number: p.text().unique(),
    date: p.datetime(),
    currency: p.enum(currencyCodes).columnType('text'),
    /** Minor units, positive for each kind. */
    amount: p.bigint('number'),
    snapshot: p.json<DocumentSnapshot>(),
    /** Whether the storage has its number and its snapshot, so that anyone may see it: see kept-documents.ts. */
    isKept: p.boolean().default(false),
    /** Of its PDF; null until that is stored. */
    bytes: p.integer().nullable(),
    sha256: p.text().nullable(),
  },
  uniques: [
    { name: 'document_position_unique', properties: ['series', 'position'] },
    { name: 'document_refund_unique', properties: ['refundId', 'kind'] },
  ],
  indexes: [
    uniqueIndex('document_invoice_unique', `"document" (order_id) where invoice_id is null`),
    index('document_order_index', '"document" (order_id)'),
    index('document_date_index', '"document" (date, id)'),
    index('document_not_kept_index', '"document" (series, position) where not is_kept'),
  ],
  triggers: [
    {
      name: 'keep',
      timing: 'before',
      events: ['update', 'delete'],
      // Only what says where it is stored may be added.
      body: `if tg_op = 'DELETE' or old.sha256 is not null or (to_jsonb(new) - '{is_kept,bytes,sha256}'::text[]) is distinct from (to_jsonb(old) - '{is_kept,bytes,sha256}'::text[]) then ${ONLY_ADDED} end if; return new;`,
    },
  ],
});
export type OrderDocument = InferEntity<typeof OrderDocument>;

/** The time up to which orders that were paid late have their documents. Has a single row, once the first run is through. */
export const LateDocumentPosition = defineEntity({
  name: 'LateDocumentPosition',
  tableName: 'late_document_position',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    seenUntil: p.datetime(),
  },
});

/** What a document says at a VAT rate, for the report: negative in credit notes. Amounts are minor units. */
export const DocumentTax = defineEntity({
  name: 'DocumentTax',
  tableName: 'document_tax',
  properties: {
    documentId: p.uuid().primary(),
    /** Hundredths of a percent. */
    rateHundredths: p.integer().primary(),
    date: p.datetime(),
    /** Where the goods went; the shop's country for pickup. */
    country: p.text(),
    currency: p.enum(currencyCodes).columnType('text'),
    net: p.bigint('number'),
    tax: p.bigint('number'),
    netEur: p.bigint('number'),
    taxEur: p.bigint('number'),
  },
  indexes: [
    // Has all that the report needs, so that a quarter is read without the rows.
    index(
      'document_tax_date_index',
      '"document_tax" (date) include (country, rate_hundredths, currency, net, tax, net_eur, tax_eur)',
    ),
  ],
  triggers: [{ name: 'keep', timing: 'before', events: ['update', 'delete'], body: ONLY_ADDED }],
});
