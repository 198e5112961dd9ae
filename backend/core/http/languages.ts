import type { Middleware } from 'koa';
import { findPage, splitLanguage } from '#contract/page-addresses.ts';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';
import type { EntityManager } from '../database/db.ts';
import { isOfApi } from './error-responses.ts';
import type { ShopContext, ShopState } from './http.ts';

/** The languages that the shop speaks. */
type Spoken = (em: EntityManager) => Promise<readonly LanguageCode[]>;

/**
 * Chooses the language of a response: for the API that of Accept-Language (RFC 9110, 12.5.4), for a page that of its
 * address, whose prefix it removes.
 */
export function chooseLanguage(spoken: Spoken): Middleware<ShopState> {
  return async (ctx, next) => {
    if (isOfApi(ctx.path)) {
      const code = await preferred(ctx, spoken);
      ctx.set({ 'Content-Language': code, Vary: 'Accept-Language' });
      return inLanguage(code, next);
    }
    const { code, path } = splitLanguage(ctx.path, languageCodes);
    if (code === DEFAULT_LANGUAGE || !(await spoken(ctx.state.em)).includes(code)) return next();
    // Other files have one address.
    if (findPage(path)) ctx.path = path;
    return inLanguage(code, next);
  };
}

/** Asks what the shop speaks only for somebody who prefers another language than the default one. */
async function preferred(ctx: ShopContext, spoken: Spoken): Promise<LanguageCode> {
  if (!ctx.req.headers['accept-language'] || choose(ctx, languageCodes) === DEFAULT_LANGUAGE) return DEFAULT_LANGUAGE;
  return choose(ctx, await spoken(ctx.state.em));
}

function choose(ctx: ShopContext, codes: readonly LanguageCode[]): LanguageCode {
  const found = ctx.acceptsLanguages([...codes]);
  return codes.find((code) => code === found) ?? DEFAULT_LANGUAGE;
}
