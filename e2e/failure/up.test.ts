import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../backend/local/ports.ts';
import { catalogueLines } from '../../testing/data/imports.ts';
import { localShops, processesOn, productsOf } from '../../testing/processes/local-shops.ts';
import type { Run } from '../../testing/processes/process.ts';
import { runLocal, runUp, type Stack } from '../../testing/processes/stack.ts';
import { callsOf, type LoggedIn } from '../../testing/shop/api.ts';

const shops = localShops();

/** Signals every process of the group, as a terminal does on Ctrl-C. */
function interruptGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGINT');
}

async function runOnFolder(environment: Record<string, string>, options?: { detached: boolean }): Promise<Run> {
  const ports = { PORT: String(await freePort()), OPERATIONS_PORT: String(await freePort()) };
  return runUp({ DATA_DIR: shops.folder, ...ports, ...environment }, options);
}

/** Expects past orders in the dashboard, no emails about them, and payments that the local provider can refund. */
async function expectDemoOrders({ url, output }: Stack): Promise<void> {
  const call = callsOf(url);
  const { token } = (await (
    await logIn(url, { email: 'admin@webshop.dev', password: 'demo-admin' })
  ).json()) as LoggedIn;
  const { orders, total } = (await call('GET', '/admin/order?state=paid&fulfilment=delivered', { token })).body;
  expect(total).toBeGreaterThan(40);
  const mailbox = /Mailbox +(\S+)/.exec(output)?.[1];
  expect(await (await fetch(`${mailbox}/mails.json`)).json()).toEqual([]);
  const refund = { reason: 'Sent back', restock: true };
  const { body } = await call('POST', `/admin/order/${orders[0]._id}/refund`, { token, body: refund });
  expect(body.order).toMatchObject({ state: 'refunded', refunded: orders[0].amount });
  const page = await (await fetch(url)).text();
  expect(page).toContain('Novi Sad');
}

async function logIn(url: string, credentials: { email: string; password: string }): Promise<Response> {
  return fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
}

/** Files of a folder that other users could read or change, and folders that they could list. */
function readableByOthers(folder: string): string[] {
  const paths = ['', ...readdirSync(folder, { encoding: 'utf8', recursive: true })];
  return paths.filter((path) => {
    const status = statSync(join(folder, path), { throwIfNoEntry: false });
    // PostgreSQL's user passes through folders of root's.
    return status !== undefined && (status.mode & (status.isDirectory() ? 0o067 : 0o077)) !== 0;
  });
}

describe('one command', () => {
  test('starts a shop on an empty folder, stops all of it, and keeps its data for the next start', async () => {
    const first = await shops.start();
    expect(first.output).toContain(first.url);
    expect(first.output).toContain(first.operationsUrl);
    expect(first.output).toMatch(/Mailbox +http/);
    expect(first.output).toContain('admin@webshop.dev / demo-admin');
    expect(first.output).toMatch(/operator \/ \w{12} \(shown once\)/);
    const products = await productsOf(first.url);
    expect(products.length).toBeGreaterThanOrEqual(60);
    expect(products.filter(({ attributes }) => attributes.length < 4)).toEqual([]);
    expect(products.filter(({ images }) => images.some(({ imageState }) => imageState !== 'ready'))).toEqual([]);
    expect(products.filter(({ images }) => images.length < 3)).toEqual([]);
    expect(products.some(({ family }) => family !== null)).toBe(true);
    expect(new Set(products.map(({ stock }) => stock?.state))).toEqual(
      new Set(['inStock', 'low', 'soldOut', undefined]),
    );
    await expectDemoOrders(first);
    const credentials = { email: 'stays@example.com', username: 'stays', password: 'correct horse' };
    const registered = await fetch(`${first.url}/api/v1/user/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(registered.status).toBe(200);
    expect(readableByOthers(shops.folder)).toEqual([]);
    expect(await first.stop()).toBe(0);
    expect(processesOn(shops.folder)).toEqual([]);

    // The existing data decides, not the setting of this start.
    const second = await shops.start({ SEED: 'none' });
    expect(second.output).toContain('admin@webshop.dev / demo-admin');
    expect(second.output).not.toContain('(shown once)');
    expect(await (await fetch(second.url)).text()).toContain('Novi Sad');
    expect(second.output).toMatch(/operator \/ shown at the first start \(.*secrets\.json\)/);
    expect((await logIn(second.url, credentials)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(processesOn(shops.folder)).toEqual([]);
  });

  test('starts over after Ctrl-C in any phase of its first start, which leaves nothing running', async () => {
    const phases = [
      ['creates its database', /initdb/],
      ['starts its database', /pg_ctl start|postgres -D/],
      ['fills its database', /postgres -D/],
    ] as const;
    for (const [phase, running] of phases) {
      const { child, output, ended } = await runOnFolder({}, { detached: true });
      const processes = () => processesOn(shops.folder).join('\n');
      await expect.poll(processes, { interval: 20, message: phase }).toMatch(running);
      interruptGroup(child);
      expect(await ended).toBe(0);
      expect(output()).toBe('');
      expect(processesOn(shops.folder)).toEqual([]);
    }

    // Nor does anything block the next start after all processes are killed.
    const killed = await runOnFolder({ SEED: 'none' });
    await expect.poll(killed.output).toContain('Ctrl-C');
    killed.child.kill('SIGKILL');
    await killed.ended;
    const last = await shops.start({ SEED: 'none' });
    expect(await productsOf(last.url)).toEqual([]);
    expect(await last.stop()).toBe(0);
    await expect.poll(() => processesOn(shops.folder)).toEqual([]);
  });
});

describe('the first admin of an empty database', () => {
  test('is printed once, by the first start after its creation, and never as the demo admin', async () => {
    const seeded = runLocal(['task.ts', 'seed'], { DATA_DIR: shops.folder, SEED: 'none' });
    expect(await seeded.ended).toBe(0);
    expect(seeded.output()).toBe('Database seeded.\n');

    const first = await shops.start();
    const [, email = '', password = ''] = /Admin +(\S+) \/ (\S+) \(shown once\)/.exec(first.output) ?? [];
    expect((await logIn(first.url, { email, password })).status).toBe(200);
    expect(first.output).not.toContain('demo-admin');
    expect(await first.stop()).toBe(0);

    const second = await shops.start();
    expect(second.output).not.toMatch(/admin/i);
    expect(await second.stop()).toBe(0);
  });
});

describe('a command that changes the data', () => {
  test.each([
    ['seed', async () => ['task.ts', 'seed']],
    [
      'import',
      async () => {
        const file = join(shops.folder, 'parts.jsonl');
        await writeFile(file, catalogueLines(20_000).join('\n'));
        return ['import.ts', file];
      },
    ],
  ])('stops completely on Ctrl-C: %s', async (_name, commandOf) => {
    const command = await commandOf();
    const run = runLocal(command, { DATA_DIR: shops.folder }, { detached: true });
    const processes = () => processesOn(shops.folder).join('\n');
    await expect.poll(processes, { interval: 20 }).toMatch(/postgres -D/);
    interruptGroup(run.child);
    expect(await run.ended).toBe(130);
    expect(run.output()).toBe('');
    expect(processesOn(shops.folder)).toEqual([]);
    expect(existsSync(join(shops.folder, 'shop.pid'))).toBe(false);
  });
});
