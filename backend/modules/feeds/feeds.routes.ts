import type Router from '@koa/router';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { createRouter, type ShopState } from '../../core/http/http.ts';
import { findFeedAt } from './feeds.queries.ts';
import { recordRead } from './feeds.service.ts';
import { fileName } from './formats.ts';
import { type FeedSource, sendFeed } from './served-feed.ts';

/** Serves the files of feeds at their secret addresses. */
export function feedsRoutes(source: FeedSource): Router<ShopState> {
  const router = createRouter();

  router.get('/feeds/:secret/:file', async (ctx) => {
    const { em } = ctx.state;
    const feed = await findFeedAt(em, ctx.params.secret ?? '');
    if (ctx.params.file !== fileName(feed.format)) throw new AppError('notFound', m.feeds.notFound());
    await recordRead(em, feed.id);
    await sendFeed(ctx, feed, source);
  });

  return router;
}
