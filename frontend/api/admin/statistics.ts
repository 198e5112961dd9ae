import type { StatisticsView } from '#contract/orders/statistics.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';

/** The shop's key figures. */
export const statistics = createRemote<null, StatisticsView>({
  load: (_args, { signal }) => call<'Statistics'>('GET', '/admin/statistics', { signal }),
});
