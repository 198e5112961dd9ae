import { navigate as navigateTo } from 'wouter/use-browser-location';
import { localAddress, splitLanguage } from '#contract/page-addresses.ts';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/default-language.ts';

/** Opens a page of the shop. @param address without the language's prefix */
export function navigate(address: string, options?: Parameters<typeof navigateTo>[1]): void {
  navigateTo(localAddress(address, currentCode()), options);
}

/** The path of the open page, without the language's prefix. */
export function currentPath(): string {
  return splitLanguage(location.pathname, [DEFAULT_LANGUAGE, currentCode()]).path;
}
