import type { StatisticsView } from '#contract/statistics.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { showAdminFailure } from './failure.ts';

/** The shop's key figures. */
const statistics = createRemote<null, StatisticsView>({
  load: (_args, { signal }) => call<'Statistics'>('GET', '/admin/statistics', { signal }),
  onFailure: showAdminFailure,
});

export function useStatistics() {
  return useRemote(statistics, null);
}
