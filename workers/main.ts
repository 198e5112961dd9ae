import { readConfig, requireSettings } from '../backend/config.ts';
import { CONNECTIONS } from '../backend/core/database/connections.ts';
import { openMigratedDatabase } from '../backend/core/database/db.ts';
import { timeouts } from '../backend/core/http/timeouts.ts';
import { createMailer } from '../backend/core/mail/mailer.ts';
import { createLog } from '../backend/core/observability/log.ts';
import { startTracing } from '../backend/core/observability/tracing.ts';
import { createSecretBox } from '../backend/core/process/secret-box.ts';
import { closeOnSignal } from '../backend/core/process/shutdown.ts';
import { run } from '../backend/core/process/start.ts';
import { openStorage } from '../backend/core/storage/open-storage.ts';
import { entities } from '../backend/entities.ts';
import { openDrawings } from '../backend/modules/documents/drawings.ts';
import { openPaymentProvider } from '../backend/modules/payments/provider/providers.ts';
import { openSettings } from '../backend/modules/settings/shop-settings.ts';
import { startWorkers } from './workers.ts';

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog('workers', config.logLevel);
  const needed = ['databaseUrl', 'payments', 'smtpUrl', 'operatorPassword'] as const;
  const { databaseUrl, payments, smtpUrl, operatorPassword } = requireSettings(config, needed);
  const { redisUrl, operationsPort, host, metricsToken, publicUrl, shop, mailFrom, orderExpirySeconds, retention } =
    config;
  const stopTracing = await startTracing('webshop-workers', config.tracing, log);

  const database = await openMigratedDatabase({
    url: databaseUrl,
    entities,
    poolSize: config.databasePoolSize ?? CONNECTIONS.worker.pool,
    timeouts: timeouts.job,
    log,
  });
  const settings = openSettings(shop);
  const mailer = createMailer(smtpUrl, publicUrl, { readShop: settings.read, address: mailFrom });
  const provider = openPaymentProvider(payments);
  const storage = await openStorage(config);
  const drawings = openDrawings(publicUrl);
  const services = { storage, mailer, provider, publicUrl, settings, ...drawings, orderExpirySeconds, retention };
  const endpoints = {
    secrets: createSecretBox(config.encryptionKey),
    addresses: { allowsLoopback: !config.production },
  };
  const workers = await startWorkers(
    { databaseUrl, redisUrl, operationsPort, host, operatorPassword, metricsToken },
    { database, services, endpoints, log },
  );
  log.info({ port: workers.operationsPort }, 'ready');

  closeOnSignal(log, [
    { what: 'the workers', close: () => workers.close() },
    { what: 'the mailer', close: () => mailer.close() },
    { what: 'the database', close: () => database.close() },
    { what: 'the traces', close: stopTracing },
  ]);
}

run(main);
