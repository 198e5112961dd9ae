import type { StatisticsView } from '#contract/statistics.ts';
import { call } from '../api/call.ts';

/** How the shop is doing. */
export function getStatistics(): Promise<StatisticsView> {
  return call('GET', '/admin/statistics', { quiet: true });
}
