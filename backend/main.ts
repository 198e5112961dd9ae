import { setTimeout as pause } from 'node:timers/promises';
import { callersOf, createApp } from './app.ts';
import { type Config, readConfig, requireSettings } from './config.ts';
import { CONNECTIONS } from './core/database/connections.ts';
import { type Database, openMigratedDatabase } from './core/database/db.ts';
import { limitConnections } from './core/http/connections.ts';
import { closeServer, createPublicServer, listen } from './core/http/listen.ts';
import { refuseOverload } from './core/http/overload.ts';
import { sharedPeers } from './core/http/proxies.ts';
import { traceRequests } from './core/http/request-tracing.ts';
import { timeouts } from './core/http/timeouts.ts';
import { openLimitStore } from './core/limits/limit-store.ts';
import { createLog, type Logger } from './core/observability/log.ts';
import { startTracing } from './core/observability/tracing.ts';
import type { Readiness } from './core/process/health.ts';
import { closeOnSignal, STOP_DEADLINE } from './core/process/shutdown.ts';
import { run } from './core/process/start.ts';
import { openStorage } from './core/storage/open-storage.ts';
import { entities } from './entities.ts';
import { followCatalogue } from './modules/listing/follow-catalogue.ts';
import { openSettings } from './modules/settings/shop-settings.ts';
import { ensureAdmin } from './modules/users/administration/admin-account.ts';

/** Starts the API; opens the port last. */
async function main(): Promise<void> {
  const config = requireSettings(readConfig(), ['databaseUrl', 'payments']);
  const log = createLog('api', config.logLevel);
  const stopTracing = await startTracing('webshop-api', config.tracing, log);

  const database = await openMigratedDatabase({
    url: config.databaseUrl,
    entities,
    poolSize: config.databasePoolSize ?? CONNECTIONS.api.pool,
    timeouts: timeouts.request,
    log,
  });
  const { admin, shop, production } = config;
  const { name } = await openSettings(shop).read(database.em.fork());
  if (admin !== null && (await ensureAdmin(database.em.fork(), admin, production ? name : null)) === 'notAdmin') {
    log.warn('ADMIN_EMAIL belongs to a user who is not an admin; the user was not changed');
  }

  const readiness: Readiness = { accepting: true };
  const storage = await openStorage(config);
  const limits = await openLimitStore({ ...config, log });
  const catalogue = followCatalogue();
  // Before the first shopper: 200,000 products take about two seconds.
  await catalogue.recent(database.em.fork());
  const metrics = await startMetrics(config, database, log);
  const app = createApp({
    config,
    database,
    catalogue,
    storage,
    limits,
    readiness,
    observers: [...(metrics?.observers ?? []), ...(config.tracing === null ? [] : [traceRequests])],
    log,
  });
  const server = createPublicServer(
    refuseOverload(database, log, callersOf(config), catalogue.lastLanguages, app.callback()),
  );
  limitConnections(server, sharedPeers(config.trustedProxies));
  await listen(server, config.port, config.host, 'PORT');
  log.info({ port: config.port }, 'ready');

  const drain = config.drainSeconds * 1000;
  closeOnSignal(
    log,
    [
      {
        what: 'readiness',
        close: () => {
          readiness.accepting = false;
          return pause(drain);
        },
      },
      { what: 'the server', close: () => closeServer(server) },
      { what: 'the rate limits', close: () => limits.close() },
      { what: 'the metrics', close: () => metrics?.close() },
      { what: 'the database', close: () => database.close() },
      { what: 'the traces', close: stopTracing },
    ],
    STOP_DEADLINE + drain,
  );
}

/** Serves the API's metrics if they have a port. */
async function startMetrics(config: Config, database: Database, log: Logger) {
  const { metricsPort, metricsToken, host } = config;
  if (metricsPort === null) return null;
  const { operatorPassword } = requireSettings(config, ['operatorPassword']);
  const [{ createMetricsServer, measureRequests }, { metricsReaders }] = await Promise.all([
    import('./core/http/request-metrics.ts'),
    import('./core/http/operator-login.ts'),
  ]);
  const server = createMetricsServer(database, metricsReaders(operatorPassword, metricsToken), log);
  await listen(server, metricsPort, host, 'METRICS_PORT');
  return { observers: [measureRequests], close: () => closeServer(server) };
}

run(main);
