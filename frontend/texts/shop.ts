import { DEFAULT_SHOP_NAME, SHOP_NAME_META } from '#contract/pages.ts';

/** This shop, as the page names it. The server sets it before it renders one. */
export const shop = { name: (!import.meta.env.SSR && statedName()) || DEFAULT_SHOP_NAME };

function statedName(): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${SHOP_NAME_META}"]`)?.content;
}
