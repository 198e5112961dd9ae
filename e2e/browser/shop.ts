import { join } from 'node:path';
import { startPostgres } from '../../backend/local/postgres.ts';
import { startStack, temporaryDataFolder } from '../../testing/stack.ts';

/** What the operator logs in with to the queue dashboard. */
const OPERATOR_PASSWORD = 'the operator’s';

/** Milliseconds: the demo's pictures are drawn and published before the first test. */
const START_DEADLINE = 180_000;

/** One demo shop for all browser tests, on a database that the tests can look into. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await temporaryDataFolder();
  const postgres = await startPostgres({ folder: join(folder.path, 'database'), fsync: false });
  const stop = async () => {
    await postgres.stop();
    await folder.remove();
  };
  const dataDir = join(folder.path, 'data');
  const stack = await startStack({
    dataDir,
    environment: { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn', OPERATOR_PASSWORD },
    deadline: START_DEADLINE,
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  provide({
    SHOP_URL: stack.url,
    SHOP_OPERATIONS_URL: stack.operationsUrl,
    SHOP_OPERATOR_PASSWORD: OPERATOR_PASSWORD,
    SHOP_DATA_DIR: dataDir,
    SHOP_DATABASE_URL: postgres.url,
    SHOP_MAILBOX_URL: readMailboxUrl(stack.output),
  });
  return async () => {
    await stack.stop();
    await stop();
  };
}

/** Playwright hands values to its worker processes by the environment alone. */
function provide(values: Record<string, string>): void {
  Object.assign(process.env, values);
}

/** The mailbox has an address of its own at each start; `make up` prints it. */
function readMailboxUrl(output: string): string {
  const url = /Mailbox +(\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error(`The shop printed no mailbox: ${output}`);
  return url;
}
