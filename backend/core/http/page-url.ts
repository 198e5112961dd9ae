import { localAddress } from '#contract/page-addresses.ts';
import { currentCode } from '#messages';

/** The URL of a page in the current language. @param address without a prefix, such as "/product/1" */
export function pageUrl(publicUrl: string, address: string): string {
  return publicUrl + localAddress(address, currentCode());
}
