import type { Middleware } from 'koa';
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

/**
 * `live`: the process runs. `ready`: it can do its work. Problems are named, without details.
 * @param findProblems what keeps the process from its work
 */
export function healthRoutes(findProblems: () => Promise<string[]>) {
  const router = createRouter();

  router.get('/health/live', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'success' };
  });

  router.get('/health/ready', async (ctx) => {
    const problems = await findProblems();
    ctx.status = problems.length === 0 ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: problems.length === 0 ? 'success' : 'error', problems };
  });

  return router;
}

/** What keeps an API from its work. */
export async function findApiProblems(database: Database, readiness: Readiness): Promise<string[]> {
  const isDatabaseUp = await succeeds(() => pingDatabase(database));
  return [...(readiness.accepting ? [] : ['stopping']), ...(isDatabaseUp ? [] : ['database'])];
}
