import type { TermsInput } from '#contract/catalogue/terms.input.ts';
import type { TermView } from '#contract/catalogue/terms.ts';
import type { LanguageView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';

/** The languages that the catalogue is translated into: those that the shop speaks besides the default one. */
export const otherLanguages = createRemote<null, LanguageView[]>({
  load: async (_args, { signal }) => {
    const { languages, defaultLanguage } = (await call<'PublicShop'>('GET', '/shop', { signal })).shop;
    return languages.filter(({ code }) => code !== defaultLanguage);
  },
});

/** The short words of the catalogue by language, untranslated ones first. */
export const terms = createRemote<LanguageCode, readonly TermView[]>({
  load: async (language, { signal }) =>
    (await call<'Terms'>('GET', `/admin/term?${new URLSearchParams({ language })}`, { signal })).terms,
});

/** Translates words. They keep their places until they are loaded again. @throws ApiError */
export async function saveTerms(body: TermsInput): Promise<void> {
  const { message } = await call<'Done'>('PUT', '/admin/term', { body, task: m.terms.saveTask() });
  const saved = new Map(body.terms.map(({ text, translation }) => [text, translation]));
  const shown = terms.peek(body.language) ?? [];
  terms.write(
    body.language,
    shown.map((term) => ({ ...term, translation: saved.get(term.text) ?? term.translation })),
  );
  showOnce('success', message);
}
