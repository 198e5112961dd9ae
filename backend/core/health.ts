import type { Middleware } from 'koa';
import { type Database, pingDatabase } from './db.ts';
import { createRouter } from './http.ts';

/** Whether the process takes work. False as the first step of a stop, so that nothing new is sent its way. */
export type Readiness = { accepting: boolean };

/** Milliseconds that a part may take to answer a question about its health. */
const ANSWER_TIMEOUT = 2000;

/** What a part answers; null if it fails, or takes too long: who asks how the shop is must not hang with it. */
export function answerOf<T>(ask: () => Promise<T>): Promise<T | null> {
  const giveUp = new Promise<null>((resolve) => setTimeout(resolve, ANSWER_TIMEOUT, null).unref());
  return Promise.race([ask().catch(() => null), giveUp]);
}

/** Whether a part does what is asked of it, in time. */
export async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  return (await answerOf(check)) !== null;
}

/** Asks clients of a stopping process for a new connection, which a proxy opens elsewhere. */
export function closeWhileStopping(readiness: Readiness): Middleware {
  return async (ctx, next) => {
    await next();
    if (!readiness.accepting) ctx.set('Connection', 'close');
  };
}

/** `live`: the process runs. `ready`: it can also do its work. Problems are told by name, never in detail. */
export function healthRoutes(database: Database, readiness: Readiness) {
  const router = createRouter();

  router.get('/health/live', (ctx) => {
    ctx.body = { status: 'success' };
  });

  router.get('/health/ready', async (ctx) => {
    const problems: string[] = [];
    if (!readiness.accepting) problems.push('stopping');
    if (!(await succeeds(() => pingDatabase(database)))) problems.push('database');
    ctx.status = problems.length === 0 ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: problems.length === 0 ? 'success' : 'error', problems };
  });

  return router;
}
