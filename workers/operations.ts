import { createServer, type Server } from 'node:http';
import type { BullMQAdapter as Adapter } from '@bull-board/api/bullMQAdapter';
import Koa, { type Middleware } from 'koa';
import { type Database, pingDatabase } from '../backend/core/database/db.ts';
import { countGivenUp } from '../backend/core/events/failed-events.ts';
import { relayLag } from '../backend/core/events/outbox.ts';
import { metricsReaders, openLoginFailures, operatorLogin, requireLogin } from '../backend/core/http/operator-login.ts';
import type { Logger } from '../backend/core/observability/log.ts';
import { by, formatMetrics, gauge, METRICS_TYPE, partsUp, single } from '../backend/core/observability/read-metrics.ts';
import { healthRoutes, type Readiness, resultInTime, succeeds } from '../backend/core/process/health.ts';
import { reconciliationLag } from '../backend/modules/payments/settlement/reconciliation.service.ts';
import { countWaiting } from '../backend/modules/webhooks/deliveries.service.ts';
import { apiDescription } from './api-description.ts';
import type { Consumers } from './queues/job-runner.ts';
import type { QueueCounts, Queues } from './queues/queues.ts';

type AdaptedQueue = ConstructorParameters<typeof Adapter>[0];

const DASHBOARD = '/queues';
/** Allows bull-board's inline scripts and styles, but not its third-party font; it falls back to the system font. */
const DASHBOARD_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');
/** Milliseconds that an event may wait for the relay before the workers turn not ready. */
const MAX_RELAY_LAG = 30_000;

type Options = {
  database: Database;
  queues: Queues;
  consumers: Consumers;
  readiness: Readiness;
  operatorPassword: string;
  metricsToken: string | null;
  log: Logger;
};

/** The operations server: public health checks and API description; metrics and the queue dashboard need a login. */
export function createOperations(options: Options): Server {
  const { operatorPassword, metricsToken, queues, log } = options;
  const failures = openLoginFailures();
  const app = new Koa();
  app.on('error', (error) => log.error({ err: error }, 'operations request failed'));
  app.use((ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    return next();
  });
  app.use(healthRoutes(() => findProblems(options)).routes() as Middleware);
  app.use(apiDescription);
  app.use(metrics(options, requireLogin(metricsReaders(operatorPassword, metricsToken), failures)));
  app.use(requireLogin([operatorLogin(operatorPassword)], failures));
  app.use(requireOwnOrigin);
  app.use(dashboard(queues));
  return createServer(app.callback());
}

function metrics(options: Options, requireReader: Middleware): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics') return next();
    return requireReader(ctx, async () => {
      ctx.type = METRICS_TYPE;
      ctx.body = await readMetrics(options);
    });
  };
}

async function findProblems({ database, queues, consumers, readiness }: Options): Promise<string[]> {
  const [isDatabaseUp, areQueuesUp, isRelayPrompt] = await Promise.all([
    succeeds(() => pingDatabase(database)),
    succeeds(() => queues.counts()),
    succeeds(async () => {
      const { oldest } = await relayLag(database.em.fork());
      if (oldest > MAX_RELAY_LAG) throw new Error('The relay lags behind');
    }),
  ]);
  const problems: [isFine: boolean, problem: string][] = [
    [readiness.accepting, 'stopping'],
    [isDatabaseUp, 'database'],
    [areQueuesUp, 'queues'],
    [isRelayPrompt || !isDatabaseUp, 'relay'],
    [consumers.isRunning(), 'consumers'],
  ];
  return problems.filter(([isFine]) => !isFine).map(([, problem]) => problem);
}

/** Metrics of this process and of the parts that respond; an unreachable part is reported as down. */
async function readMetrics({ database, queues }: Options): Promise<string> {
  const [lag, counts, givenUp, overdue, webhooks] = await Promise.all([
    resultInTime(() => relayLag(database.em.fork())),
    resultInTime(() => queues.counts()),
    resultInTime(() => countGivenUp(database.em.fork())),
    resultInTime(() => reconciliationLag(database.em.fork())),
    resultInTime(() => countWaiting(database.em.fork())),
  ]);
  return formatMetrics(database, [
    partsUp({ database: lag, queues: counts }),
    gauge('webshop_outbox_waiting_events', 'Events waiting in the outbox for the relay.', single(lag?.waiting ?? null)),
    gauge('webshop_outbox_oldest_seconds', 'Age of the oldest waiting event.', single(lag && lag.oldest / 1000)),
    gauge('webshop_outbox_given_up_events', 'Events that a job has given up on.', by('event', givenUp ?? {})),
    gauge('webshop_queue_jobs', 'Jobs in each queue by state.', countSamples(counts ?? {})),
    gauge(
      'webshop_reconciliation_overdue_seconds',
      'How long the payment of an order has been due for a check; 0 if none is due.',
      single(overdue && overdue / 1000),
    ),
    gauge('webshop_webhooks_waiting', 'Deliveries of webhooks that wait for a try.', single(webhooks)),
  ]);
}

function countSamples(counts: Record<string, QueueCounts>): ReturnType<typeof by> {
  return Object.entries(counts).flatMap(([queue, states]) =>
    Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value })),
  );
}

/**
 * Refuses writes from other pages than the dashboard's, as browsers attach Basic credentials to cross-site requests too
 * (CSRF). Browsers send an Origin with them, and scripts, which no page can misuse, neither header.
 */
const requireOwnOrigin: Middleware = async (ctx, next) => {
  const [site, origin] = [ctx.get('Sec-Fetch-Site'), ctx.get('Origin')];
  const isOwn = site === '' ? origin === '' || URL.parse(origin)?.host === ctx.host : site === 'same-origin';
  if (isOwn || ctx.method === 'GET' || ctx.method === 'HEAD') return next();
  ctx.status = 403;
  ctx.body = "This request doesn't come from the queue dashboard";
};

function dashboard(queues: Queues): Middleware {
  let board: Promise<Middleware> | null = null;
  return async (ctx, next) => {
    if (ctx.path === '/') return ctx.redirect(DASHBOARD);
    if (ctx.path !== DASHBOARD && !ctx.path.startsWith(`${DASHBOARD}/`)) return next();
    ctx.set('Content-Security-Policy', DASHBOARD_POLICY);
    // Loaded on first use, so that workers start faster.
    board ??= createDashboard(queues).catch((error: unknown) => {
      board = null;
      throw error;
    });
    return (await board)(ctx, next);
  };
}

async function createDashboard(queues: Queues): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ]);
  const serverAdapter = new KoaAdapter().setBasePath(DASHBOARD);
  createBullBoard({
    // The adapter works with every backend, but its types only allow Redis.
    queues: queues.all.map((queue) => new BullMQAdapter(queue as unknown as AdaptedQueue)),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'WebShop queues' } },
  });
  // bull-board depends on its own copy of Koa's types.
  return serverAdapter.registerPlugin() as unknown as Middleware;
}
