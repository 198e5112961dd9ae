import { DEFAULT_SHOP_NAME, DEFAULT_TIME_ZONE, RETURN_DAYS_MIN } from '#contract/shop/settings.ts';
import {
  LANGUAGES_META,
  NOTICE_META,
  PAGES_META,
  type PageShop,
  RETURN_DAYS_META,
  SHOP_NAME_META,
  TIME_ZONE_META,
} from '#contract/shop/shop-page.ts';

/** This shop, as the page describes it. The server sets it before it renders one. */
export const shop: PageShop = {
  name: stated(SHOP_NAME_META) || DEFAULT_SHOP_NAME,
  timeZone: stated(TIME_ZONE_META) || DEFAULT_TIME_ZONE,
  returnDays: Number(stated(RETURN_DAYS_META) ?? RETURN_DAYS_MIN),
  languages: parsed(LANGUAGES_META, []),
  pages: parsed(PAGES_META, []),
  notice: parsed(NOTICE_META, null),
};

/** What a `meta` element of the page says. */
export function stated(name: string): string | undefined {
  if (import.meta.env.SSR) return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

function parsed<T>(name: string, otherwise: T): T {
  const json = stated(name);
  return json ? JSON.parse(json) : otherwise;
}
