import { pino } from 'pino';
import { openDatabase } from '../../backend/core/database/db.ts';
import { entities } from '../../backend/entities.ts';
import { RELAY_TIMES } from '../../workers/relay.ts';
import { startWorkers } from '../../workers/workers.ts';
import { createServices, OPERATOR_PASSWORD, ratingJob, testEndpoints } from '../shop/worker-shop.ts';

/** Starts workers whose job prints `begun` and never finishes, so that a test can kill them in the middle of it. */
const [, , databaseUrl = '', redisUrl = '', folder = ''] = process.argv;
const database = await openDatabase({ url: databaseUrl, entities });
const jobs = ratingJob(async (productId) => {
  await database.em.fork().execute('insert into effect (product_id, step) values (?, ?)', [productId, 'begun']);
  process.stdout.write('begun\n');
  await new Promise(() => {});
});
await startWorkers(
  {
    databaseUrl,
    redisUrl: redisUrl || null,
    host: '127.0.0.1',
    operationsPort: 0,
    operatorPassword: OPERATOR_PASSWORD,
    metricsToken: null,
  },
  { database, services: createServices(folder), endpoints: testEndpoints(), log: pino({ level: 'silent' }) },
  { jobs, schedules: {}, times: RELAY_TIMES },
);
