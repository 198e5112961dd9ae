import { decimalAmount } from '#contract/money.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { summary } from '#contract/pages.ts';
import { isPictureReady, PRODUCT_PICTURE_SIZES, pictureAddress, pictureSources } from '#contract/pictures.ts';
import { RATE_MAX, RATE_MIN } from '#contract/ratings.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import type { ProductRow } from '../catalogue/catalogue.queries.ts';
import type { PageHead } from './page-head.ts';

/** A product page's metadata for search engines and link previews. */
export function productHead(product: ProductRow, publicUrl: string): PageHead {
  const url = publicUrl + pageAddress('product', { productId: product.id });
  // The original, because not every link preview supports WebP.
  const image = isPictureReady(product) ? publicUrl + pictureAddress(product.image) : null;
  return {
    title: product.title,
    description: summary(product.description),
    url,
    type: 'product',
    image: image === null ? undefined : { url: image, alt: product.title },
    preload: isPictureReady(product)
      ? { ...pictureSources(product.image, product.imageWidths), sizes: PRODUCT_PICTURE_SIZES }
      : undefined,
    priceCents: product.priceCents,
    product: presentProduct(product),
    structuredData: structuredData(product, url, image),
  };
}

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
function structuredData(product: ProductRow, url: string, image: string | null): object {
  const { id, title, description, categoryName, priceCents, allRatings, rating } = product;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    sku: id,
    category: categoryName,
    url,
    ...(image !== null && { image: [image] }),
    offers: {
      '@type': 'Offer',
      url,
      price: decimalAmount(priceCents),
      priceCurrency: 'EUR',
      // The shop tracks no stock: every product is available.
      availability: 'https://schema.org/InStock',
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
  };
}
