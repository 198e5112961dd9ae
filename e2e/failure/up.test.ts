import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProductView } from '#contract/catalogue.ts';
import { freePort, isFree } from '../../backend/local/ports.ts';
import { catalogueLines } from '../../testing/imports.ts';
import { runLocal, runUp, type Stack, startStack, temporaryDataFolder } from '../../testing/stack.ts';
import { waitFor } from '../../testing/wait.ts';

/** Milliseconds for a start that creates the database and the demo catalogue. */
const FIRST_START = 120_000;

let folder: { path: string; remove(): Promise<void> };

beforeEach(async () => {
  folder = await temporaryDataFolder();
});
afterEach(async () => {
  // A failed test leaves its shops running.
  for (const shop of started.splice(0)) await shop.stop();
  await folder.remove();
});

const started: Stack[] = [];

async function startShop(environment: Record<string, string> = {}, deadline?: number): Promise<Stack> {
  const shop = await startStack({ dataDir: folder.path, environment, deadline });
  started.push(shop);
  return shop;
}

/** Processes with the data folder in their command line or environment. */
function processesOn(path: string): string[] {
  const lines = existsSync('/proc/self/environ')
    ? readdirSync('/proc').filter(isNumber).map(describeProcess)
    : execFileSync('ps', ['axeww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(path));
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Linux may lack `ps`: https://man7.org/linux/man-pages/man5/proc.5.html */
function describeProcess(pid: string): string {
  try {
    const [line, environment] = ['cmdline', 'environ'].map((file) => readFileSync(join('/proc', pid, file), 'utf8'));
    return `${pid} ${line} ${environment}`.replaceAll('\0', ' ');
  } catch {
    // It has exited, or belongs to another user and so not to the shop.
    return '';
  }
}

/** Signals every process of the group, as a terminal does on Ctrl-C. */
function interruptGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

async function logIn(url: string, credentials: { email: string; password: string }): Promise<Response> {
  return fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
}

async function productsOf(url: string): Promise<ProductView[]> {
  const body = (await (await fetch(`${url}/api/v1/products`)).json()) as { products: ProductView[] };
  return body.products;
}

describe('one command', () => {
  test('starts a shop on an empty folder, stops all of it, and keeps its data for the next start', async () => {
    const first = await startShop({}, FIRST_START);
    expect(first.output).toContain(first.url);
    expect(first.output).toContain(first.operationsUrl);
    expect(first.output).toMatch(/Mailbox +http/);
    expect(first.output).toContain('admin@webshop.dev / demo-admin');
    expect(first.output).toMatch(/operator \/ \w{12} \(shown once\)/);
    const products = await productsOf(first.url);
    expect(products.length).toBeGreaterThanOrEqual(60);
    expect(products.filter(({ attributes }) => attributes.length < 4)).toEqual([]);
    expect(products.filter(({ images }) => images.length >= 3).length).toBeGreaterThanOrEqual(12);
    expect(products.some(({ family }) => family !== null)).toBe(true);
    expect(new Set(products.map(({ stock }) => stock?.state))).toEqual(
      new Set(['inStock', 'low', 'soldOut', undefined]),
    );
    const credentials = { email: 'stays@example.com', username: 'stays', password: 'correct horse' };
    const registered = await fetch(`${first.url}/api/v1/user/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(registered.status).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(processesOn(folder.path)).toEqual([]);

    // The existing data decides, not the setting of this start.
    const second = await startShop({ SEED: 'none' });
    expect(second.output).toContain('admin@webshop.dev / demo-admin');
    expect(second.output).not.toContain('(shown once)');
    expect(second.output).toMatch(/operator \/ shown at the first start \(.*secrets\.json\)/);
    expect((await logIn(second.url, credentials)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(processesOn(folder.path)).toEqual([]);
  }, 240_000);

  test.each([
    ['creates its database', /initdb/],
    ['starts its database', /pg_ctl start|postgres -D/],
    ['fills its database', /postgres -D/],
  ])(
    'stops completely on Ctrl-C while it %s, and starts over next time',
    async (_phase, running) => {
      const environment = { DATA_DIR: folder.path, PORT: String(await freePort()) };
      const first = runUp({ ...environment, OPERATIONS_PORT: String(await freePort()) }, { detached: true });
      await expect.poll(() => processesOn(folder.path).join('\n'), { timeout: 60_000, interval: 5 }).toMatch(running);
      interruptGroup(first.child);
      expect(await first.ended).toBe(0);
      expect(first.output()).toBe('');
      expect(processesOn(folder.path)).toEqual([]);
      const second = await startShop({ SEED: 'none' });
      expect(await productsOf(second.url)).toEqual([]);
      expect(await second.stop()).toBe(0);
    },
    120_000,
  );

  test('leaves nothing that blocks the next start after all its processes are killed', async () => {
    const environment = { SEED: 'none' };
    const first = runUp({
      DATA_DIR: folder.path,
      PORT: String(await freePort()),
      OPERATIONS_PORT: String(await freePort()),
      ...environment,
    });
    await expect.poll(first.output, { timeout: 60_000 }).toContain('Ctrl-C');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startShop(environment);
    expect(await productsOf(second.url)).toEqual([]);
    expect(await second.stop()).toBe(0);
    await expect.poll(() => processesOn(folder.path), { timeout: 15_000 }).toEqual([]);
  }, 120_000);
});

describe('the first admin of an empty database', () => {
  test('is printed once, by the first start after its creation, and never as the demo admin', async () => {
    const seeded = runLocal(['task.ts', 'seed'], { DATA_DIR: folder.path, SEED: 'none' });
    expect(await seeded.ended).toBe(0);
    expect(seeded.output()).toBe('Database seeded.\n');

    const first = await startShop();
    const [, email = '', password = ''] = /Admin +(\S+) \/ (\S+) \(shown once\)/.exec(first.output) ?? [];
    expect((await logIn(first.url, { email, password })).status).toBe(200);
    expect(first.output).not.toContain('demo-admin');
    expect(await first.stop()).toBe(0);

    const second = await startShop();
    expect(second.output).not.toMatch(/admin/i);
    expect(await second.stop()).toBe(0);
  }, 120_000);
});

test('a set grace period reaches the API, which still responds while it stops', async () => {
  const shop = await startShop({ SEED: 'none', STOP_GRACE_SECONDS: '2' });
  const stopped = shop.stop();
  await waitFor('the API to be not ready', async () => (await fetch(`${shop.url}/health/ready`)).status === 503);
  expect(await stopped).toBe(0);
}, 60_000);

describe('requested ports and addresses', () => {
  test("are not given to the shop's other servers", async () => {
    const port = await freePort();
    for (const operationsPort of [port + 2, port + 3]) {
      const shop = await startShop({ SEED: 'none', PORT: String(port), OPERATIONS_PORT: String(operationsPort) });
      expect(shop.output).toContain(`http://localhost:${operationsPort}\n`);
      expect(await shop.stop()).toBe(0);
    }
  }, 120_000);

  test('may be the highest port numbers', async () => {
    let port = 65_535;
    while (!(await isFree(port))) port -= 1;
    const shop = await startShop({ SEED: 'none', PORT: String(port) });
    expect(await productsOf(`http://127.0.0.1:${port}`)).toEqual([]);
    expect(await shop.stop()).toBe(0);
  }, 60_000);

  test('may belong to another network', async () => {
    const host = otherAddress();
    const [port, operationsPort] = [String(await freePort()), String(await freePort())];
    const shop = await startShop({ SEED: 'none', HOST: host, PORT: port, OPERATIONS_PORT: operationsPort });
    expect(await productsOf(`http://${host}:${port}`)).toEqual([]);
    expect(shop.output).toContain(`http://${host === '127.0.0.1' ? 'localhost' : host}:${operationsPort}\n`);
    expect(await shop.stop()).toBe(0);
  }, 60_000);

  /** An address of this host other than 127.0.0.1, if it has one. */
  function otherAddress(): string {
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
  }
});

describe('a command that changes the data', () => {
  test.each([
    ['seed', async () => ['task.ts', 'seed']],
    [
      'import',
      async () => {
        const file = join(folder.path, 'parts.jsonl');
        await writeFile(file, catalogueLines(20_000).join('\n'));
        return ['import.ts', file];
      },
    ],
  ])(
    'stops completely on Ctrl-C: %s',
    async (_name, commandOf) => {
      const command = await commandOf();
      const run = runLocal(command, { DATA_DIR: folder.path }, { detached: true });
      const processes = () => processesOn(folder.path).join('\n');
      await expect.poll(processes, { timeout: 60_000, interval: 5 }).toMatch(/postgres -D/);
      interruptGroup(run.child);
      expect(await run.ended).toBe(130);
      expect(run.output()).toBe('');
      expect(processesOn(folder.path)).toEqual([]);
      expect(existsSync(join(folder.path, 'shop.pid'))).toBe(false);
    },
    120_000,
  );
});

describe('a failed start prints one clear line, exits with code 1 and leaves nothing running', () => {
  async function startupErrors(environment: Record<string, string>): Promise<string[]> {
    const { output, ended } = runUp({
      DATA_DIR: folder.path,
      PORT: String(await freePort()),
      OPERATIONS_PORT: String(await freePort()),
      SEED: 'none',
      ...environment,
    });
    expect(await ended).toBe(1);
    expect(processesOn(folder.path)).toEqual([]);
    return output().trim().split('\n');
  }

  test('a port in use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    expect(await startupErrors({ PORT: String(port) })).toEqual([`Port ${port} is taken: set PORT to another`]);
    server.close();
  });

  test('an address of another host', async () => {
    expect(await startupErrors({ HOST: '203.0.113.1' })).toEqual([
      "HOST is not an address of this machine: '203.0.113.1'",
    ]);
  });

  test('several invalid variables, listed together', async () => {
    const lines = await startupErrors({ OPERATIONS_PORT: 'many', SEED: 'some' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('OPERATIONS_PORT');
    expect(lines[1]).toContain('SEED');
  });

  test('an unreachable database', async () => {
    const port = await freePort();
    const [line, ...more] = await startupErrors({ DATABASE_URL: `postgresql://shop:secret@127.0.0.1:${port}/shop` });
    expect(line).toContain(`127.0.0.1:${port}/shop can't be reached`);
    expect(line).not.toContain('secret');
    expect(more).toEqual([]);
  });

  test('a second shop on the same data', async () => {
    const first = await startShop({ SEED: 'none' });
    const second = runUp({
      DATA_DIR: folder.path,
      PORT: String(await freePort()),
      OPERATIONS_PORT: String(await freePort()),
    });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^A shop is already running on .+ \(process \d+, see .+shop\.pid\)\n$/);
    expect(await productsOf(first.url)).toEqual([]);
    expect(await first.stop()).toBe(0);
  }, 60_000);
});
