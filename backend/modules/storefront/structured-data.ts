import type { ProductDetailView, StockView } from '#contract/catalogue/catalogue.ts';
import { isPictureReady, pictureAddress } from '#contract/catalogue/pictures.ts';
import { RATE_MAX, RATE_MIN } from '#contract/comments/ratings.ts';
import { type ListedCategoryView, type ListingView, PER_PAGE } from '#contract/listing/listing.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { convertCents, decimalAmount, toCents } from '#contract/values/money.ts';
import { m } from '#messages';
import { pageUrl } from '../../core/http/page-url.ts';
import { conditionData, energyData, returnData, type SalesTerms, shippingData } from './offer-data.ts';

/** With an address without the prefix of a language. */
type Breadcrumb = { name: string; path: string };

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
export function productData(product: ProductDetailView, url: string, publicUrl: string, terms: SalesTerms): object {
  const { _id, title, description, categoryId, price, allRatings, rating, attributes, family, stock, saleUntil } =
    product;
  const { sku, gtin, mpn, brand, condition, energy } = product;
  const images = product.images.filter(isPictureReady).map(({ image }) => publicUrl + pictureAddress(image));
  return {
    '@type': 'Product',
    name: title,
    description,
    sku: sku ?? _id,
    ...(gtin && { gtin }),
    ...(mpn && { mpn }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(energy && { hasEnergyConsumptionDetails: energyData(energy) }),
    category: categoryId.categoryName,
    url,
    ...(images.length > 0 && { image: images }),
    offers: {
      '@type': 'Offer',
      url,
      price: decimalAmount(convertCents(toCents(price), terms.currency)),
      priceCurrency: terms.currency,
      ...(saleUntil !== null && { priceValidUntil: saleUntil }),
      availability: `https://schema.org/${availability(stock)}`,
      ...(condition && { itemCondition: conditionData(condition) }),
      hasMerchantReturnPolicy: returnData(terms.settings),
      shippingDetails: shippingData(terms, price),
    },
    ...(allRatings.length > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.toFixed(2),
        ratingCount: allRatings.length,
        bestRating: RATE_MAX,
        worstRating: RATE_MIN,
      },
    }),
    ...(attributes.length > 0 && {
      additionalProperty: attributes.map(({ name, value, unit, label }) => {
        // The label of a text has its unit, too.
        if (typeof value === 'string') return { '@type': 'PropertyValue', name, value: label };
        return { '@type': 'PropertyValue', name, value, ...(unit !== '' && { unitText: unit }) };
      }),
    }),
    ...(family !== null && {
      isVariantOf: {
        '@type': 'ProductGroup',
        productGroupID: `${categoryId._id}/${family.name}`,
        name: family.name,
        variesBy: family.options.map(({ label }) => label),
      },
    }),
  };
}

/** Products whose units are not counted are always available. */
function availability(stock: StockView): string {
  if (stock?.state === 'soldOut') return 'OutOfStock';
  return stock?.state === 'low' ? 'LimitedAvailability' : 'InStock';
}

/** https://developers.google.com/search/docs/appearance/structured-data/carousel#summary */
export function listData({ products, page }: ListingView, name: string, url: string, publicUrl: string) {
  return {
    '@type': 'CollectionPage',
    name,
    url,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: products.map(({ _id, title }, index) => ({
        '@type': 'ListItem',
        position: (page - 1) * PER_PAGE + index + 1,
        name: title,
        url: pageUrl(publicUrl, pageAddress('product', { productId: _id })),
      })),
    },
  };
}

export function homeCrumb(): Breadcrumb {
  return { name: m.storefront.home(), path: pagePatterns.catalogue };
}

export function categoryCrumb({ categoryName, slug }: Pick<ListedCategoryView, 'categoryName' | 'slug'>): Breadcrumb {
  return { name: categoryName, path: pageAddress('category', { slug }) };
}

/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb */
export function breadcrumbData(crumbs: readonly Breadcrumb[], publicUrl: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => {
      return { '@type': 'ListItem', position: index + 1, name, item: pageUrl(publicUrl, path) };
    }),
  };
}
