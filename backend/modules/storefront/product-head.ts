import type { ProductPageView } from '#contract/listing.ts';
import { toCents } from '#contract/money.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { summary } from '#contract/pages.ts';
import { isPictureReady, pictureAddress } from '#contract/pictures.ts';
import type { PageHead } from './page-head.ts';
import { breadcrumbData, categoryCrumb, homeCrumb, productData } from './structured-data.ts';

/** A product page's metadata for search engines and link previews. */
export function productHead(page: ProductPageView, publicUrl: string): Omit<PageHead, 'shop'> {
  const { product } = page;
  const path = pageAddress('product', { productId: product._id });
  const url = publicUrl + path;
  const isReady = isPictureReady(product);
  const crumbs = [homeCrumb, categoryCrumb(product.categoryId), { name: product.title, path }];
  return {
    title: product.title,
    description: summary(product.description),
    url,
    type: 'product',
    // The original, because not every link preview supports WebP.
    image: isReady ? { url: publicUrl + pictureAddress(product.image), alt: product.title } : undefined,
    priceCents: toCents(product.price),
    firstView: { product: page },
    structuredData: [productData(product, url, publicUrl), breadcrumbData(crumbs, publicUrl)],
  };
}
