import { type ChildProcess, execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../backend/local/ports.ts';
import { runUp, startStack, temporaryDataFolder } from '../stack.ts';

/** Of a start on an empty data folder: a database is made, and the demo catalogue is drawn. */
const FIRST_START = 120_000;

let folder: { path: string; remove(): Promise<void> };

beforeEach(async () => {
  folder = await temporaryDataFolder();
});
afterEach(() => folder.remove());

/** The processes that have the data folder in their command line or in their environment. */
function processesOn(path: string): string[] {
  const lines = execFileSync('ps', ['axeww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(path));
}

/** What a terminal does on Ctrl-C: it tells every process of the group. */
function interruptGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

async function productsOf(url: string): Promise<{ title: string; imageState: string }[]> {
  const answer = (await (await fetch(`${url}/api/v1/products`)).json()) as { products: [] };
  return answer.products;
}

describe('one command', () => {
  test('starts a shop on an empty folder, stops it whole, and finds everything at the next start', async () => {
    const first = await startStack({ dataDir: folder.path, deadline: FIRST_START });
    expect(first.output).toContain(first.url);
    expect(first.output).toContain(first.operationsUrl);
    expect(first.output).toMatch(/Mailbox +http/);
    expect(first.output).toContain('admin@webshop.dev / demo-admin');
    expect(first.output).toContain('operator / ');
    expect((await productsOf(first.url)).length).toBeGreaterThanOrEqual(60);
    const credentials = { email: 'stays@example.com', username: 'stays', password: 'correct horse' };
    const registered = await fetch(`${first.url}/api/v1/user/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(registered.status).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(processesOn(folder.path)).toEqual([]);

    const second = await startStack({ dataDir: folder.path });
    const loggedIn = await fetch(`${second.url}/api/v1/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(loggedIn.status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(processesOn(folder.path)).toEqual([]);
  }, 240_000);

  test.each([
    ['makes its database', /initdb/],
    ['starts its database', /pg_ctl start|postgres -D/],
    ['fills its database', /postgres -D/],
  ])(
    'is stopped whole by Ctrl-C while it %s, and begins anew at the next start',
    async (_moment, running) => {
      const environment = { DATA_DIR: folder.path, PORT: String(await freePort()) };
      const first = runUp({ ...environment, OPERATIONS_PORT: String(await freePort()) }, { detached: true });
      await expect.poll(() => processesOn(folder.path).join('\n'), { timeout: 60_000, interval: 5 }).toMatch(running);
      interruptGroup(first.child);
      expect(await first.ended).toBe(0);
      expect(first.output()).toBe('');
      expect(processesOn(folder.path)).toEqual([]);
      const second = await startStack({ dataDir: folder.path, environment: { SEED: 'none' } });
      expect(await productsOf(second.url)).toEqual([]);
      expect(await second.stop()).toBe(0);
    },
    120_000,
  );

  test('of which everything was killed leaves nothing that hinders the next start', async () => {
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
    const second = await startStack({ dataDir: folder.path, environment });
    expect(await productsOf(second.url)).toEqual([]);
    expect(await second.stop()).toBe(0);
    await expect.poll(() => processesOn(folder.path), { timeout: 15_000 }).toEqual([]);
  }, 120_000);
});

describe('what hinders a start is said in a clear line, with exit code 1 and nothing left running', () => {
  async function refusalOf(environment: Record<string, string>): Promise<string[]> {
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

  test('a port that is taken', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
    expect(await refusalOf({ PORT: String(port) })).toEqual([`Port ${port} is taken: set PORT to another`]);
    server.close();
  });

  test('broken variables, all of them', async () => {
    const lines = await refusalOf({ OPERATIONS_PORT: 'many', SEED: 'some' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('OPERATIONS_PORT');
    expect(lines[1]).toContain('SEED');
  });

  test('a database that can’t be reached', async () => {
    const port = await freePort();
    const [line, ...more] = await refusalOf({ DATABASE_URL: `postgresql://shop:secret@127.0.0.1:${port}/shop` });
    expect(line).toContain(`127.0.0.1:${port}/shop can't be reached`);
    expect(line).not.toContain('secret');
    expect(more).toEqual([]);
  });

  test('a second shop on the same data', async () => {
    const first = await startStack({ dataDir: folder.path, environment: { SEED: 'none' } });
    const second = runUp({
      DATA_DIR: folder.path,
      PORT: String(await freePort()),
      OPERATIONS_PORT: String(await freePort()),
    });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^A shop already runs on .+ \(process \d+\)\n$/);
    expect(await productsOf(first.url)).toEqual([]);
    expect(await first.stop()).toBe(0);
  }, 60_000);
});
