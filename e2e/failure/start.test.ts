import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, inject, test } from 'vitest';
import { freePort, isFree } from '../../backend/local/ports.ts';
import { localShops, processesOn, productsOf } from '../../testing/processes/local-shops.ts';
import { runUp } from '../../testing/processes/stack.ts';
import { createTestDatabase } from '../../testing/servers/postgres.ts';
import { waitFor } from '../../testing/wait.ts';

const shops = localShops();

/** Variables of a shop without products, which starts faster than with a server of its own. */
async function emptyDatabase(): Promise<Record<string, string>> {
  return { DATABASE_URL: await createTestDatabase(inject('postgresUrl')), SEED: 'none' };
}

test('DRAIN_SECONDS reaches the API, which still responds while it stops', async () => {
  const shop = await shops.start({ ...(await emptyDatabase()), DRAIN_SECONDS: '2' });
  const stopped = shop.stop();
  await waitFor('the API to be not ready', async () => (await fetch(`${shop.url}/health/ready`)).status === 503);
  expect(await stopped).toBe(0);
});

describe('requested ports and addresses', () => {
  test("are not given to the shop's other servers", async () => {
    const port = await freePort();
    const [operationsPort, metricsPort] = [port + 2, port + 3];
    const shop = await shops.start({
      ...(await emptyDatabase()),
      PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
      METRICS_PORT: String(metricsPort),
    });
    expect(shop.output).toContain(`http://localhost:${operationsPort}\n`);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(401);
    expect(await shop.stop()).toBe(0);
  });

  test('may be the highest port numbers, and belong to another network', async () => {
    const host = otherAddress();
    let port = 65_535;
    while (!(await isFree(port, host))) port -= 1;
    const operationsPort = await freePort();
    const shop = await shops.start({
      ...(await emptyDatabase()),
      HOST: host,
      PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
    });
    expect(await productsOf(`http://${host}:${port}`)).toEqual([]);
    expect(shop.output).toContain(`http://${host === '127.0.0.1' ? 'localhost' : host}:${operationsPort}\n`);
    expect(await shop.stop()).toBe(0);
  });

  /** An address of this host other than 127.0.0.1, if it has one. */
  function otherAddress(): string {
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
  }
});

describe('a failed start prints one clear line, exits with code 1 and leaves nothing running', () => {
  async function startupErrors(environment: Record<string, string>): Promise<string[]> {
    const { output, ended } = runUp({
      DATA_DIR: shops.folder,
      PORT: String(await freePort()),
      OPERATIONS_PORT: String(await freePort()),
      SEED: 'none',
      ...environment,
    });
    expect(await ended).toBe(1);
    expect(processesOn(shops.folder)).toEqual([]);
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
    const first = await shops.start(await emptyDatabase());
    const second = runUp({
      DATA_DIR: shops.folder,
      PORT: String(await freePort()),
      OPERATIONS_PORT: String(await freePort()),
    });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^A shop is already running on .+ \(process \d+, see .+shop\.pid\)\n$/);
    expect(await productsOf(first.url)).toEqual([]);
    expect(await first.stop()).toBe(0);
  });
});
