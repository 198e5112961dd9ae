import { type Database, pingDatabase } from './db.ts';
import { createRouter } from './http.ts';

/** Whether the process takes work. Said no as the first step of a stop, so that nothing new is sent its way. */
export type Readiness = { accepting: boolean };

/** `live`: the process runs. `ready`: it can also do its work. Problems are told by name, never in detail. */
export function healthRoutes(database: Database, readiness: Readiness) {
  const router = createRouter();

  router.get('/health/live', (ctx) => {
    ctx.body = { status: 'success' };
  });

  router.get('/health/ready', async (ctx) => {
    const problems: string[] = [];
    if (!readiness.accepting) problems.push('stopping');
    await pingDatabase(database).catch(() => problems.push('database'));
    ctx.status = problems.length === 0 ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: problems.length === 0 ? 'success' : 'error', problems };
  });

  return router;
}
