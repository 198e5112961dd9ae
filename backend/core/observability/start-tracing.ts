import type { Logger } from './log.ts';

/**
 * Starts the traces of a process, unless `config` is null: without them, its spans cost nothing.
 * @returns what sends the spans that are left
 */
export async function startTracing(
  service: string,
  config: { share: number } | null,
  log: Logger,
): Promise<() => Promise<void>> {
  if (config === null) return async () => {};
  const { openTracing } = await import('./opentelemetry.ts');
  return openTracing({ service, ...config, log });
}
