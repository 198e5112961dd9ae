import type { Middleware } from 'koa';
import { findPage, splitLanguage } from '#contract/page-addresses.ts';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import { isOfApi } from './error-responses.ts';

/**
 * Chooses the language of a response: for the API that of Accept-Language (RFC 9110, 12.5.4), for a page that of its
 * address, whose prefix it removes.
 * @param spoken the languages that are switched on, the default one first
 */
export function chooseLanguage(spoken: () => readonly LanguageCode[]): Middleware {
  return (ctx, next) => {
    if (isOfApi(ctx.path)) {
      const code = preferred(ctx, spoken());
      ctx.set({ 'Content-Language': code, Vary: 'Accept-Language' });
      return inLanguage(code, next);
    }
    const { code, path } = splitLanguage(ctx.path, spoken());
    // Other files have one address.
    if (findPage(path)) ctx.path = path;
    return inLanguage(code, next);
  };
}

function preferred(ctx: Parameters<Middleware>[0], spoken: readonly LanguageCode[]): LanguageCode {
  if (spoken.length === 1 || !ctx.req.headers['accept-language']) return DEFAULT_LANGUAGE;
  const found = ctx.acceptsLanguages([...spoken]);
  return spoken.find((code) => code === found) ?? DEFAULT_LANGUAGE;
}
