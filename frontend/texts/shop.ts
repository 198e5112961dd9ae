import { DEFAULT_SHOP_NAME, inShop, SHOP_NAME_META } from '#contract/pages.ts';

/** This shop, as the page names it. The server sets it before it renders one. */
export const shop = { name: (!import.meta.env.SSR && statedName()) || DEFAULT_SHOP_NAME };

function statedName(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${SHOP_NAME_META}"]`)?.content;
}

/** A text that is written with the default name, with the name of this shop. */
export function inThisShop(text: string): string {
  return inShop(text, shop.name);
}
