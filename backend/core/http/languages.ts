import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { Middleware } from 'koa';
import { findPage, splitLanguage } from '#contract/shop/page-addresses.ts';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';
import type { EntityManager } from '../database/db.ts';
import { isOfApi, MCP_PATH } from './error-responses.ts';
import type { ShopState } from './http.ts';

/** The languages that the shop speaks. */
type Spoken = (em: EntityManager) => Promise<readonly LanguageCode[]>;

/**
 * Chooses the language of a response: for the API and assistants that of Accept-Language (RFC 9110, 12.5.4), for a page that
 * of its address, whose prefix it removes.
 */
export function chooseLanguage(spoken: Spoken): Middleware<ShopState> {
  return async (ctx, next) => {
    if (isOfApi(ctx.path) || ctx.path === MCP_PATH) {
      const code = await preferred(ctx.req, () => spoken(ctx.state.em));
      ctx.set(headersOf(code));
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
async function preferred(req: IncomingMessage, spoken: () => Promise<readonly LanguageCode[]>): Promise<LanguageCode> {
  if (!req.headers['accept-language'] || choose(req, languageCodes) === DEFAULT_LANGUAGE) return DEFAULT_LANGUAGE;
  return choose(req, await spoken());
}

/** The language of a response for which nobody waits, by what the shop spoke last. */
export function languageOf(req: IncomingMessage, spoken: readonly LanguageCode[]): LanguageCode {
  const path = req.url ?? '';
  return isOfApi(path) ? choose(req, spoken) : splitLanguage(path, spoken).code;
}

/** What a response of the API says about its language. */
export function headersOf(code: LanguageCode): Record<string, string> {
  return { 'Content-Language': code, Vary: 'Accept-Language' };
}

function choose(req: IncomingMessage, codes: readonly LanguageCode[]): LanguageCode {
  const found = accepts(req).languages([...codes]);
  return codes.find((code) => code === found) ?? DEFAULT_LANGUAGE;
}
