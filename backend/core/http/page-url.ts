import { localAddress, pageAddress } from '#contract/shop/page-addresses.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { currentCode } from '#messages';

/** The URL of a page in the current language. @param address without a prefix, such as "/product/1" */
export function pageUrl(publicUrl: string, address: string): string {
  return publicUrl + localAddress(address, currentCode());
}

/** The URL of a product's page in the current language, with its prices in a currency. */
export function productUrl(publicUrl: string, productId: string, currency: CurrencyCode): string {
  return `${pageUrl(publicUrl, pageAddress('product', { productId }))}?currency=${currency}`;
}
