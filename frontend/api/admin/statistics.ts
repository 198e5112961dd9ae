import type { StatisticsView } from '#contract/statistics.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';

/** The shop's key figures. */
const statistics = createRemote<null, StatisticsView>({
  load: (_args, { signal }) => call<'Statistics'>('GET', '/admin/statistics', { signal }),
});

export function useStatistics() {
  return useRemote(statistics, null);
}
