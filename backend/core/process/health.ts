import type { Context, Middleware } from 'koa';
import { type Database, pingDatabase } from '../database/db.ts';
import { createRouter } from '../http/http.ts';

/** Whether the process accepts work. The first step of a stop sets it to false, so that a proxy sends no more. */
export type Readiness = { accepting: boolean };

/** Milliseconds that a health check may take. */
const CHECK_TIMEOUT = 2000;

/** The result of `ask`; null if it fails or takes too long, so that a health check never hangs. */
export function resultInTime<T>(ask: () => Promise<T>): Promise<T | null> {
  const giveUp = new Promise<null>((resolve) => setTimeout(resolve, CHECK_TIMEOUT, null).unref());
  return Promise.race([ask().catch(() => null), giveUp]);
}

/** Whether a check succeeds in time. */
export async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  return (await resultInTime(check)) !== null;
}

/** Makes clients of a stopping process reconnect, so that a proxy can choose another process. */
export function closeWhileStopping(readiness: Readiness): Middleware {
  return async (ctx, next) => {
    await next();
    if (!readiness.accepting) ctx.set('Connection', 'close');
  };
}

/** Responds with 200, or with 503 and the names of the problems. */
export function respondReady(ctx: Pick<Context, 'status' | 'set' | 'body'>, problems: readonly string[]): void {
  const isReady = problems.length === 0;
  ctx.status = isReady ? 200 : 503;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: isReady ? 'success' : 'error', problems };
}

/** `live`: the process runs. `ready`: it can do its work. Problems are named, without details. */
export function healthRoutes(database: Database, readiness: Readiness) {
  const router = createRouter();

  router.get('/health/live', (ctx) => {
    ctx.body = { status: 'success' };
  });

  router.get('/health/ready', async (ctx) => {
    const problems: string[] = [];
    if (!readiness.accepting) problems.push('stopping');
    if (!(await succeeds(() => pingDatabase(database)))) problems.push('database');
    respondReady(ctx, problems);
  });

  return router;
}
