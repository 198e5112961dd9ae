import { sql } from 'kysely';
import {
  type AdminProductImageView,
  type AttributeValue,
  type ProductImageView,
  STOCK_LOW,
  type StockView,
} from '#contract/catalogue/catalogue.ts';
import type { ProductDocumentView } from '#contract/catalogue/product-documents.ts';
import {
  columnOfField,
  companyFieldNames,
  type FurtherFieldName,
  furtherFieldNames,
  productField,
} from '#contract/catalogue/product-fields.input.ts';
import type { CompanyDetailsView } from '#contract/users/companies.ts';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { shownText } from '../../../core/database/translations.ts';
import { shownPictures } from '../../pictures/pictures.queries.ts';

// Parts of a product's view, as columns of a query on `product`. They are raw because they build JSON. Short words are the
// default ones: see terms.queries.ts.

export type StoredAttribute = { code: string; name: string; value: AttributeValue; unit: string };

export type StoredDocument = Omit<ProductDocumentView, '_id' | 'url'> & { id: string };

export type StoredFamily = {
  name: string;
  options: {
    name: string;
    values: { value: string; productId: string | null; isCurrent: boolean; isSoldOut: boolean }[];
  }[];
} | null;

/** In the order of the category's attributes. A `where` would look up all categories' attributes in the product. */
export const attributesView = sql<StoredAttribute[]>`case when product.attributes = '{}' then '[]' else (
  select coalesce(jsonb_agg(
    jsonb_build_object('code', code, 'name', name, 'value', product.attributes -> code, 'unit', unit) order by position, id
  ) filter (where product.attributes -> code is not null), '[]')
  from attribute
  where attribute.category_id = product.category_id
) end`;

/** The pictures that shoppers see: the main one, as `image` is, and of the others those that are published or in preparation. */
export function imagesView(em: EntityManager) {
  return sql<ProductImageView[]>`(
    select coalesce(jsonb_agg(${imageView} order by position), '[]')
    from (${gallery(em)}) as gallery where position = 0 or is_published or image_state <> 'failed'
  )`;
}

/** All pictures, also failed ones with their reasons. */
export function adminImagesView(em: EntityManager) {
  return sql<AdminProductImageView[]>`(
    select coalesce(jsonb_agg(${imageView} || jsonb_build_object('imageFailure', image_failure) order by position), '[]')
    from (${gallery(em)}) as gallery
  )`;
}

const imageView = sql`jsonb_build_object('_id', id, 'image', image, 'imageState', image_state, 'imageWidths', image_widths)`;

function gallery(em: EntityManager) {
  return shownPictures(em, 'product').where('shown.ownerId', '=', sql.ref<string>('product.id'));
}

/** In the order in which they were added. */
export const documentsView = sql<StoredDocument[]>`(
  select coalesce(jsonb_agg(
    jsonb_build_object('id', id, 'kind', kind, 'title', title, 'language', language, 'bytes', bytes) order by id
  ), '[]')
  from product_document where product_document.product_id = product.id
)`;

/** The plain fields that lists don't show, with texts in the language of the current work. */
export function furtherViews() {
  return furtherFieldNames.map((name) => {
    const isTranslated = productField(name).translatedMax !== undefined;
    const value = isTranslated ? shownText('product', name) : sql.ref<unknown>(`product.${name}`);
    return sql<unknown>`${value}`.as<FurtherFieldName>(name);
  });
}

export type CompanyColumn = 'manufacturer' | 'responsible';

/** The companies of a product, called as their columns in catalogue files. */
export const companyViews = companyFieldNames.map((name) =>
  sql<CompanyDetailsView | null>`(
    select jsonb_build_object('name', company.name, 'address', company.address, 'contact', company.contact)
    from company where company.id = ${sql.ref(`product.${name}`)}
  )`.as(columnOfField(name) as CompanyColumn),
);

/** The product information sheet that belongs beside the energy class: one in the language of the current work, if there is one. */
export function energySheetView() {
  return sql<string | null>`case when product.energy is not null then (
    select id from product_document where product_id = product.id and kind = 'energySheet'
    order by language = ${sql.lit(currentCode())} desc, language = ${sql.lit(DEFAULT_LANGUAGE)} desc, id limit 1
  ) end`;
}

export const stockView = sql<StockView>`case
  when product.stock is null then null
  when product.stock = 0 then jsonb_build_object('state', 'soldOut')
  when product.stock <= ${sql.lit(STOCK_LOW)} then jsonb_build_object('state', 'low', 'left', product.stock)
  else jsonb_build_object('state', 'inStock')
end`;

/**
 * The values of each option, by their cheapest member, then by their oldest. A value leads to the member that differs from
 * the product in this option only.
 */
export const familyView = sql<StoredFamily>`case when product.family is not null then (
  with member as (
    select sibling.id, sibling.options, sibling.stock, charged_price(sibling, now()) as price_cents from product as sibling
    where sibling.category_id = product.category_id and sibling.family = product.family
      and (sibling.is_published or sibling.id = product.id)
  )
  select jsonb_build_object('name', product.family, 'options', jsonb_agg(
    jsonb_build_object('name', option.name, 'values', (
      select jsonb_agg(jsonb_build_object(
        'value', known.value,
        'productId', target.id,
        'isCurrent', known.value = product.options ->> option.name,
        'isSoldOut', coalesce(target.stock = 0, false)
      ) order by known.price, known.oldest)
      from (
        select options ->> option.name as value, min(price_cents) as price, min(id::text) as oldest from member
        where options ->> option.name is not null group by 1
      ) as known
      left join member as target on target.options = product.options || jsonb_build_object(option.name, known.value)
    )) order by option.name
  ))
  from jsonb_object_keys(product.options) as option(name)
) end`;
