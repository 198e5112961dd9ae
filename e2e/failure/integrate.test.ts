import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { projectFolder } from '../../backend/config.ts';
import { freePort } from '../../backend/local/ports.ts';
import { follow, inherited, kill, type Run } from '../../testing/processes/process.ts';
import { waitFor } from '../../testing/wait.ts';
import { startShop } from '../browser/shop.ts';

const RECEIVER = 'http://127.0.0.1:4000/';

const shop = await startShop(inject('postgresUrl'));
const folder = await mkdtemp(join(tmpdir(), 'webshop-integrate-'));
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) await kill(child);
  await shop.stop();
  await rm(folder, { recursive: true });
});

/** The commands of docs/integrate.md, in order. */
async function readCommands(): Promise<string[]> {
  const page = await readFile(join(projectFolder, 'docs/integrate.md'), 'utf8');
  return [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
}

/** Types commands into a shell in the folder. */
function type(commands: string, environment: Record<string, string> = {}): Run {
  const child = spawn('sh', ['-ec', commands], { cwd: folder, env: { ...inherited, HOME: folder, ...environment } });
  started.push(child);
  return follow(child);
}

async function outputOf(commands: string): Promise<string> {
  const run = type(commands);
  expect([await run.ended, run.output()]).toEqual([0, expect.anything()]);
  return run.output();
}

test('the documented steps lead from a key to an order in a file', async () => {
  await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\n');
  await symlink(join(projectFolder, 'examples'), join(folder, 'examples'));
  const [callWithKey = '', startReceiver = '', showFile = ''] = await readCommands();
  const port = await freePort();

  const key = await shop.callAsAdmin('POST', '/admin/api-key', { name: 'Bookkeeping', scopes: ['orders:read'] });
  const called = await outputOf(callWithKey.replace('http://localhost:3000', shop.url).replace('wsk_…', key.secret));
  expect(JSON.parse(called)).toMatchObject({ status: 'success', orders: [], total: 0 });

  const input = { url: RECEIVER.replace('4000', String(port)), events: ['order.paid'] };
  const { webhook, secret } = await shop.callAsAdmin('POST', '/admin/webhook', input);
  const receiver = type(startReceiver.replace('whsec_…', secret).replace('node ', 'exec node '), {
    PORT: String(port),
  });
  await waitFor('the receiver to listen', async () => receiver.output().includes('Waiting for events'));

  await shop.callAsAdmin('POST', `/admin/webhook/${webhook._id}/test`);
  await waitFor('the test to arrive', async () => receiver.output().includes('webhook.test'));

  const [product, shopper] = [await shop.addProduct({ price: 12.5 }), await shop.newAccount()];
  const order = await shop.placeOrder(product, shopper);
  await shop.pay(order);
  await waitFor('the order to arrive', async () => receiver.output().includes('order.paid'));
  const [head, line, ...others] = (await outputOf(showFile)).trimEnd().split('\n');
  expect(head).toBe('webhookId,paidAt,order,currency,amount,vat,country,customer');
  expect(line).toContain(`,${order.number},EUR,25.00,`);
  expect(others).toEqual([]);

  // The receiver prints an event before the shop stores its answer.
  const deliveries = await waitFor('both answers to be stored', async () => {
    const { deliveries: stored } = await shop.callAsAdmin('GET', `/admin/webhook/${webhook._id}/deliveries`);
    return stored.length === 2 && stored;
  });
  expect(deliveries).toMatchObject([
    { event: 'order.paid', status: 204 },
    { event: 'webhook.test', status: 204 },
  ]);
  await shop.callAsAdmin('POST', `/admin/webhook-delivery/${deliveries[0]._id}/replay`);
  await waitFor('the order to come again', async () => receiver.output().split('order.paid').length === 3);
  expect(await outputOf(showFile)).toBe(`${head}\n${line}\n`);
});
