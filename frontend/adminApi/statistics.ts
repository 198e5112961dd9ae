import type { StatisticsView } from '#contract/statistics.ts';
import { call } from '../api.ts';

/** How the shop is doing. */
export function getStatistics(): Promise<StatisticsView> {
  return call('get', '/admin/statistics', { quiet: true });
}
