import { proxy, ref } from 'valtio';
import type { StatisticsView } from '#contract/statistics.ts';
import { getStatistics } from '../../adminApi/statistics.ts';
import { showAdminFailure } from './failure.ts';

type Statistics = {
  /** As the server last told; null until it has. */
  view: ReturnType<typeof ref<StatisticsView>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
};

export const statistics = proxy<Statistics>({ view: null, loading: false, error: null });

/** Fetches the numbers; those that are shown stay until the answer is there. */
export async function loadStatistics(): Promise<void> {
  if (statistics.loading) return;
  statistics.loading = true;
  try {
    Object.assign(statistics, { view: ref(await getStatistics()), error: null });
  } catch (error) {
    statistics.error = showAdminFailure(error);
  } finally {
    statistics.loading = false;
  }
}
