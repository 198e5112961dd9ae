import { defineEntity, p } from '@mikro-orm/core';
import {
  type AttributeValue,
  type ChargerView,
  type Condition,
  type EnergyView,
  STOCK_LOW,
  type TaxClass,
} from '#contract/catalogue/catalogue.ts';
import type { TranslatedFieldName } from '#contract/catalogue/product-fields.input.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import { id, index, now, uniqueIndex } from '../../../core/database/columns.ts';
import { searchedBy } from '../../../core/database/names.ts';
import { Category } from '../categories/category.entity.ts';
import { Company } from '../companies/company.entity.ts';
import { keyOfSku } from './product-identifiers.ts';

/** A row's stock, in SQL: the same for all numbers of which shoppers see only that they are in stock. */
const shownStock = (row: string) => `case when ${row}.stock > ${STOCK_LOW} then ${STOCK_LOW + 1} else ${row}.stock end`;
/** The columns that decide what is charged. */
const prices = (row: string) =>
  ['price_cents', 'sale_price_cents', 'sale_from', 'sale_until'].map((column) => `${row}.${column}`).join(', ');
/** Makes columns equal that only the dashboard shows. */
const copied = ['low_stock_noticed', 'version', 'import_key'].map((column) => `old.${column} = new.${column};`);

export const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    id: id(),
    title: p.text(),
    description: p.text(),
    /** The texts in other languages. */
    translations: p.json<Translations<TranslatedFieldName>>().defaultRaw(`'{}'`),
    /** EUR cents. */
    priceCents: p.integer().check('price_cents >= 0'),
    /** EUR cents, charged while the sale runs; null without a sale. */
    salePriceCents: p.integer().nullable(),
    /** When the sale is to begin; null for when it is saved. */
    saleFrom: p.datetime().nullable(),
    /** The first instant after the sale; null without an end. */
    saleUntil: p.datetime().nullable(),
    /** When the sale begins or has begun. Derived, as the next one, by the trigger record_price. */
    saleBeginsAt: p.datetime().nullable(),
    /** EUR cents, the lowest price of the 30 days before the sale; null if the product was not sold before. */
    priorPriceCents: p.integer().nullable(),
    category: () => p.manyToOne(Category).deleteRule('restrict').index(),
    /** The values of the category's attributes, by code. */
    attributes: p.json<Record<string, AttributeValue>>().defaultRaw(`'{}'`),
    taxClass: p.text().$type<TaxClass>().default('standard'),
    /** Units that can be sold; null if they are not counted. */
    stock: p.integer().nullable().check('stock >= 0'),
    /** Whether the admins know that the stock is low. An edit that adds units resets it. */
    lowStockNoticed: p.boolean().default(false),
    /** Unpublished products are visible to admins only. */
    isPublished: p.boolean().default(true),
    /** Joins the variants of a product within a category; null without variants. */
    family: p.text().nullable(),
    /** Distinguishes the members of a family: values by option name. Empty without a family. */
    options: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Derived from the ratings, oldest first: each appends itself, and refreshRating corrects them. */
    allRatings: p.array(Number).columnType('smallint[]').defaultRaw(`'{}'`),
    /** Average of allRatings; 0 without any. */
    rating: p.double().$type<number>().default(0),
    /** Counts admin edits, to detect conflicting ones. */
    version: p.integer().default(1),
    /** Identifies its row in an imported file, so that importing the file again updates it; null if not imported. */
    importKey: p.text().nullable().unique(),
    createdAt: now(),
    sku: p.text().nullable(),
    gtin: p.text().nullable(),
    mpn: p.text().nullable(),
    brand: p.text().nullable(),
    condition: p.text().$type<Condition>().nullable(),
    manufacturer: () => p.manyToOne(Company).nullable().deleteRule('restrict').index(),
    responsible: () => p.manyToOne(Company).nullable().deleteRule('restrict').index(),
    safety: p.text().nullable(),
    energy: p.json<EnergyView>().nullable(),
    charger: p.json<ChargerView>().nullable(),
    hasBattery: p.boolean().nullable(),
    guaranteeYears: p.integer().nullable(),
    updatesUntil: p.date().nullable(),
    repairScore: p.double().$type<number>().nullable(),
  },
  uniques: [
    uniqueIndex('product_sku_unique', `"product" (${keyOfSku('"sku"')})`),
    uniqueIndex('product_variant_unique', '"product" ("category_id", "family", "options") where "family" is not null'),
  ],
  // For the dashboard's table: each order, and its search.
  indexes: [
    index('product_title_index', '"product" (title collate "und-x-icu", id desc)'),
    index('product_price_index', '"product" (price_cents, id desc)'),
    index('product_rating_index', '"product" (rating desc, id desc)'),
    index('product_stock_index', '"product" (stock, id)'),
    // For what begins and ends without anybody's doing.
    index('product_sale_begins_at_index', '"product" (sale_begins_at) where sale_begins_at is not null'),
    index('product_sale_until_index', '"product" (sale_until) where sale_until is not null'),
    // For findMissingData: the number of legal duties is counted all the time.
    index(
      'product_missing_data_index',
      '"product" (id) where is_published and (manufacturer_id is null or brand is null or (gtin is null and mpn is null) or has_battery is null)',
    ),
    index('product_with_battery_index', '"product" (id) where is_published and has_battery'),
    index('product_title_search', `"product" using ${searchedBy('title')}`),
    index('product_identifier_search', `"product" using ${searchedBy('sku', 'gtin', 'mpn')}`),
  ],
  triggers: [
    {
      name: 'record_price',
      timing: 'before',
      events: ['insert', 'update'],
      // The history of prices: see its migration.
      body: `if tg_op = 'UPDATE' then if (${prices('old')}) is not distinct from (${prices('new')}) then return new; end if; end if; return record_price(old, new);`,
    },
    {
      name: 'notice_restock',
      timing: 'before',
      events: ['update'],
      body: `if new.version > old.version and new.stock > coalesce(old.stock, 0) then new.low_stock_noticed = false; end if; return new;`,
    },
    {
      name: 'record_change',
      timing: 'after',
      events: ['insert', 'update', 'delete'],
      // Most updates only count units, which no shopper sees unless few are left.
      body: `if tg_op = 'UPDATE' then old.stock = ${shownStock('old')}; new.stock = ${shownStock('new')}; ${copied.join(' ')} if old = new then return null; end if; end if; insert into catalogue_change (product_id) values (coalesce(new.id, old.id)); return null;`,
    },
  ],
});

export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product);
