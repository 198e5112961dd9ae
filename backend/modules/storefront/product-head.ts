import { isPictureReady, PRODUCT_PICTURE_SIZES, pictureAddress, pictureSources } from '#contract/images.ts';
import { decimalAmount } from '#contract/money.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { summary } from '#contract/pages.ts';
import { RATE_MAX, RATE_MIN } from '#contract/ratings.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import type { ProductRow } from '../catalogue/catalogue.queries.ts';
import type { PageHead } from './page-head.ts';

/** What a product's page tells search engines and those whom its link is sent to. */
export function productHead(product: ProductRow, publicUrl: string): PageHead {
  const url = publicUrl + pageAddress('product', { productId: product.id });
  // The picture as it was uploaded: not every reader of cards knows WebP.
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
      // What is in the catalogue can be bought; the shop counts no stock.
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
