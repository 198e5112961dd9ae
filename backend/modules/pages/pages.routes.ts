import type Router from '@koa/router';
import { isLegalPageKind, legalPageKinds } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, type ShopState } from '../../core/http/http.ts';
import { type KeptResponses, successContent } from '../../core/http/kept-responses.ts';
import { choice } from '../../core/http/parameters.ts';
import { listPublished, readPage } from './pages.queries.ts';
import { readVersionKey, versionQuery } from './version-key.ts';

const api = describeCalls('Pages', {
  list: { summary: "List the shop's published pages, such as its terms", response: 'LegalPages' },
  read: {
    summary: 'Read a page, or an earlier version of it',
    path: { kind: choice(legalPageKinds) },
    query: {
      version: { type: 'string', description: 'A number from 1; without it, the newest version.' },
      language: {
        type: 'string',
        description:
          'Whose versions are meant, also if the shop no longer speaks it; by default, that of the response.',
      },
    },
    response: 'LegalPage',
    errors: ['notFound'],
  },
});

/** The pages that the law asks of a shop, for everybody. */
export function pagesRoutes({ kept }: { kept: KeptResponses }): Router<ShopState> {
  const router = createRouter();

  router.get('/pages', api.list, async (ctx) => {
    await kept.respond(ctx, ctx.path, async () => successContent({ pages: await listPublished(ctx.state.em) }));
  });

  router.get('/pages/:kind', api.read, async (ctx) => {
    const { kind } = ctx.params;
    const key = readVersionKey(ctx.query);
    if (!isLegalPageKind(kind) || key === null) throw new AppError('notFound', m.legalPages.notFound());
    await kept.respond(ctx, `${ctx.path}?${versionQuery(key)}`, async () =>
      successContent(await readPage(ctx.state.em, kind, key)),
    );
  });

  return router;
}
