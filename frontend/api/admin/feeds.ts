import type { EditFeedInput, FeedInput } from '#contract/integration/feeds.input.ts';
import { type FeedView, feedProblemColumns } from '#contract/integration/feeds.ts';
import type { PublicShopView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { createSettings } from './settingsList.ts';
import { createTable, createTables } from './table.ts';

const PATH = '/admin/feed';

/** The feeds of products for other services, the newest first. */
export const feeds = createSettings<FeedView, FeedInput, EditFeedInput>({
  path: PATH,
  tasks: { add: m.feeds.addTask, edit: m.feeds.editTask, delete: m.feeds.deleteTask },
  unique: 'format',
  load: async (path, options) => (await call<'Feeds'>('GET', path, options)).feeds,
});

/** What new feeds begin with: the shop's languages and its country. */
export const shopOfFeeds = createRemote<null, PublicShopView>({
  load: async (_args, { signal }) => (await call<'PublicShop'>('GET', '/shop', { signal })).shop,
});

/** The products that are left out of a feed or weak in it, the newest first. */
export const problemsOf = createTables((feedId) =>
  createTable({
    load: (query, options) =>
      call<'FeedProblems'>('GET', `${PATH}/${encodeURIComponent(feedId)}/problems?${query}`, options),
    columns: feedProblemColumns,
    sort: 'added',
    direction: 'desc',
    filters: ['reason'],
    rowsOf: ({ problems }) => problems,
  }),
);
