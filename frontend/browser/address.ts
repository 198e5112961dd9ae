import type { RouterOptions } from 'wouter';
import { navigate as navigateTo } from 'wouter/use-browser-location';
import { languagePrefix, localAddress, pagePatterns, splitLanguage } from '#contract/shop/page-addresses.ts';
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

/** Whether a path is one of the dashboard, whose frame stays while its screens change. */
export function isWithinDashboard(path: string): boolean {
  return `${path}/`.startsWith(`${pagePatterns.statistics}/`);
}

/** An address has one form: "/de" for "/de/", which joins the language's prefix and the path of the home page. */
function inOneForm(address: string): string {
  const prefix = languagePrefix(currentCode());
  return prefix === '' ? address : localAddress(address.slice(prefix.length), currentCode());
}

/** How the router joins a language's prefix and a path, in links and as it opens a page. */
export const localRouting = {
  hrefs: inOneForm,
  aroundNav: (open, address, options) => open(inOneForm(address), options),
} satisfies RouterOptions;
