import { createServer, type Server } from 'node:http';
import Koa, { type Middleware } from 'koa';
import { type Database, pingDatabase } from '../database/db.ts';
import type { Logger } from '../observability/log.ts';
import {
  formatMetrics,
  METRICS_TYPE,
  partsUp,
  requestDuration,
  requestsInFlight,
} from '../observability/read-metrics.ts';
import { resultInTime } from '../process/health.ts';
import { routeOf } from './http.ts';
import { type Credentials, openLoginFailures, requireLogin } from './operator-login.ts';

/** Other methods than these are counted together, since a client can invent any number of them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Measures each request: by its route's pattern, as the number of paths has no limit. */
export const measureRequests: Middleware = async (ctx, next) => {
  const start = performance.now();
  requestsInFlight.inc();
  try {
    await next();
  } finally {
    requestsInFlight.dec();
    const method = METHODS.includes(ctx.method) ? ctx.method : 'other';
    const seconds = (performance.now() - start) / 1000;
    requestDuration.observe({ method, route: routeOf(ctx) ?? 'none', status: ctx.status }, seconds);
  }
};

/** The server for the API's metrics, on a port of its own: it must not be public, and it serves these readers only. */
export function createMetricsServer(database: Database, readers: readonly Credentials[], log: Logger): Server {
  const app = new Koa();
  app.on('error', (error) => log.error({ err: error }, 'metrics request failed'));
  app.use(requireLogin(readers, openLoginFailures()));
  app.use(async (ctx) => {
    if (ctx.path !== '/metrics') return;
    const isDatabaseUp = await resultInTime(async () => {
      await pingDatabase(database);
      return true;
    });
    ctx.type = METRICS_TYPE;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await formatMetrics(database, [partsUp({ database: isDatabaseUp })]);
  });
  return createServer(app.callback());
}
