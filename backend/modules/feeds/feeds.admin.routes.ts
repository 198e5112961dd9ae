import type Router from '@koa/router';
import { editFeedInput, feedInput } from '#contract/integration/feeds.input.ts';
import { type FeedProblemView, type FeedView, feedProblemColumns, feedReasons } from '#contract/integration/feeds.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { readFilter, readTableQuery } from '../../core/database/table.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice, tableParameters } from '../../core/http/parameters.ts';
import { listFeedProblems } from '../catalogue/feeds/feed-problems.queries.ts';
import { createFeedCounts, demandsOf } from './feed-counts.ts';
import { type FeedRecord, findFeed, listFeeds } from './feeds.queries.ts';
import { addFeed, deleteFeed, editFeed } from './feeds.service.ts';
import { fileName } from './formats.ts';

/** Keys that only read would learn the secret addresses. */
const scope = 'products:write';

const api = describeCalls('Feeds', {
  list: { summary: 'List the feeds of products', access: 'catalogue.edit', scope, response: 'Feeds' },
  add: {
    summary: 'Add a feed',
    access: 'catalogue.edit',
    body: feedInput,
    response: 'FeedSaved',
    errors: ['conflict'],
  },
  edit: { summary: 'Edit a feed', access: 'catalogue.edit', body: editFeedInput, response: 'FeedSaved' },
  delete: { summary: 'Delete a feed', access: 'catalogue.edit', response: 'Done' },
  listProblems: {
    summary: 'List the products that are left out of a feed, or weak in it',
    access: 'catalogue.edit',
    scope,
    query: { ...tableParameters(feedProblemColumns), reason: choice(feedReasons) },
    response: 'FeedProblems',
  },
});

type Options = { publicUrl: string };

/** Feeds of products for other services, for the dashboard. */
export function feedsAdminRoutes({ publicUrl }: Options): Router<ShopState> {
  const router = createRouter();
  const count = createFeedCounts();

  async function view(em: EntityManager, feed: FeedRecord): Promise<FeedView> {
    const { id, secret, readAt, ...settings } = feed;
    return {
      _id: id,
      ...settings,
      url: `${publicUrl}/feeds/${secret}/${fileName(feed.format)}`,
      ...(await count(em, feed)),
      readAt: readAt && isoDate(readAt),
    };
  }

  router.get('/admin/feed', api.list, async (ctx) => {
    const feeds: FeedView[] = [];
    // In turn: those that differ in nothing that counts share a count.
    for (const feed of await listFeeds(ctx.state.em)) feeds.push(await view(ctx.state.em, feed));
    ctx.body = { status: 'success', feeds };
  });

  router.post('/admin/feed', api.add, async (ctx) => {
    const feed = await addFeed(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: m.feeds.added(), feed: await view(ctx.state.em, feed) };
  });

  router.put('/admin/feed/:id', api.edit, async (ctx) => {
    const id = pathId(ctx.params.id, m.feeds.notFound());
    const feed = await editFeed(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = { status: 'success', message: m.feeds.saved(), feed: await view(ctx.state.em, feed) };
  });

  router.delete('/admin/feed/:id', api.delete, async (ctx) => {
    await deleteFeed(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.feeds.notFound()));
    ctx.body = { status: 'success', message: m.feeds.deleted() };
  });

  router.get('/admin/feed/:id/problems', api.listProblems, async (ctx) => {
    const { em } = ctx.state;
    const id = pathId(ctx.params.id, m.feeds.notFound());
    const query = readTableQuery(ctx, feedProblemColumns, { sort: 'added', direction: 'desc', page: 1 });
    const reason = readFilter(ctx, 'reason', feedReasons);
    const feed = await findFeed(em, id);
    const demands = await demandsOf(em, feed);
    const { rows, total } = await inLanguage(feed.language, () => listFeedProblems(em, demands, query, reason));
    const problems = rows.map(({ id, sku, title, isLeftOut, reasons }): FeedProblemView => {
      return { _id: id, sku, title, isLeftOut, reasons };
    });
    ctx.body = { status: 'success', problems, total };
  });

  return router;
}
