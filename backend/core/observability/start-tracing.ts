import type { Logger } from './log.ts';
import { setTracer } from './tracing.ts';

/** Starts the traces of a process, unless `config` is null. Call it before the database is opened. */
export async function startTracing(service: string, config: { share: number } | null, log: Logger): Promise<void> {
  if (config === null) return;
  const { openTracer } = await import('./opentelemetry.ts');
  setTracer(openTracer({ service, ...config, log }));
}
