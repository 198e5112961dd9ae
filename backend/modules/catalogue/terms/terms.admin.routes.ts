import type Router from '@koa/router';
import { isTermLanguage, termLanguages, termsInput } from '#contract/catalogue/terms.input.ts';
import { TERMS_BYTES_MAX } from '#contract/catalogue/terms.ts';
import { m } from '#messages';
import { invalid } from '../../../core/errors.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { choice } from '../../../core/http/parameters.ts';
import { listTerms } from './terms.queries.ts';
import { changeTerms } from './terms.service.ts';

const api = describeCalls('Categories', {
  list: {
    summary: 'List the short words of the catalogue with their translations',
    access: 'catalogue.edit',
    query: { language: choice(termLanguages) },
    response: 'Terms',
  },
  change: {
    summary: 'Translate short words of the catalogue',
    access: 'catalogue.edit',
    body: termsInput,
    bodyMax: TERMS_BYTES_MAX,
    response: 'Done',
  },
});

/** The dictionary of the short words that products share, for the dashboard. */
export function termsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/term', api.list, async (ctx) => {
    const { language } = ctx.query;
    if (!isTermLanguage(language)) throw invalid({ language: m.translations.unknownLanguage() });
    ctx.body = { status: 'success', terms: await listTerms(ctx.state.em, language) };
  });

  router.put('/admin/term', api.change, async (ctx) => {
    await changeTerms(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.terms.saved() };
  });

  return router;
}
