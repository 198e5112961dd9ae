import type { EnvironmentReader } from '../../../../core/process/environment.ts';

export type LocalSettings = {
  /** Address of its API. */
  apiUrl: string;
  /** Names the shop to it, and signs its webhooks. */
  key: string;
};

/** @returns null without an address, or without a key */
export function readLocal(read: EnvironmentReader): LocalSettings | null {
  const apiUrl = read.url('LOCAL_PAYMENTS_URL', ['http:', 'https:']);
  const key = read.token('LOCAL_PAYMENTS_KEY');
  return apiUrl === null || key === null ? null : { apiUrl, key };
}
