import type { EnvironmentReader } from '../../../../core/process/environment.ts';

export type LocalSettings = {
  /** Address of its API. */
  apiUrl: string;
  /** Names the shop to it, and signs its webhooks. */
  key: string;
};

/** @returns null without them, or with only one, which is a problem */
export function readLocal(read: EnvironmentReader, problems: string[]): LocalSettings | null {
  const apiUrl = read.url('LOCAL_PAYMENTS_URL', ['http:', 'https:']);
  const key = read.token('LOCAL_PAYMENTS_KEY');
  if (apiUrl !== null && key !== null) return { apiUrl, key };
  if (apiUrl !== key) problems.push('LOCAL_PAYMENTS_URL and LOCAL_PAYMENTS_KEY go together: set both or neither');
  return null;
}
