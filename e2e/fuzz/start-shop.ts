import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../backend/core/database/db.ts';
import { migrate } from '../../backend/core/database/migrations.ts';
import { entities } from '../../backend/entities.ts';
import { freePort } from '../../backend/local/ports.ts';
import { startPostgres } from '../../backend/local/postgres.ts';
import type { ShopProcess } from '../../testing/processes/process.ts';
import { ADMIN, prepareProcesses } from '../../testing/processes/processes.ts';
import type { FuzzedProcess, FuzzedShop } from './shop.ts';

const API_NAME = 'fuzzed api';
/** As in production, with an inspector on a free port, which the process prints. */
const apiOptions = '--max-semi-space-size=8 --inspect=127.0.0.1:0';
const workerOptions = '--max-semi-space-size=16 --inspect=127.0.0.1:0';

type Started = FuzzedShop & { processes: FuzzedProcess[]; close(): Promise<void> };

/** Starts an API and a worker, as in production, on a PostgreSQL of their own. */
export async function startFuzzedShop(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-fuzz-'));
  const closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  let closed: Promise<void> | null = null;
  // The run that Ctrl-C interrupts waits for the same promise.
  const close = () => {
    closed ??= closing.disposeAsync();
    return closed;
  };
  try {
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), fsync: false });
    closing.defer(() => postgres.stop());
    const database = await openDatabase({ url: postgres.url, entities });
    await migrate(database);
    await database.close();
    const processes = await prepareProcesses(null, postgres.url);
    closing.defer(() => processes.close());
    const operationsPort = await freePort();
    const api = await processes.startApi({ NODE_OPTIONS: apiOptions, PGAPPNAME: API_NAME, TRUST_PROXY: '1' });
    const worker = await processes.startWorkers({
      NODE_OPTIONS: workerOptions,
      OPERATIONS_PORT: String(operationsPort),
    });
    return {
      url: processes.url,
      databaseUrl: postgres.url,
      webhookSecret: processes.webhookSecret,
      provider: processes.provider,
      setFaults: processes.setFaults,
      mailboxUrl: processes.mailbox.url,
      root: ADMIN,
      apiName: API_NAME,
      processes: [
        observed('API', api, processes.url),
        observed('worker', worker, `http://127.0.0.1:${operationsPort}`),
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function observed(name: string, { pid, output }: ShopProcess, url: string): FuzzedProcess {
  const [inspector = ''] = /ws:\/\/\S+/.exec(output()) ?? [];
  return { name, pid, inspector, isReady: async () => (await fetch(`${url}/health/ready`)).ok };
}
