import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEYS, newKey, openStripe } from './harness.ts';

let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-process-'));
});

afterEach(async () => {
  await end('SIGKILL');
  await rm(folder, { recursive: true });
});

function options(): string[] {
  return [
    ...['--state-file', join(folder, 'payments.sqlite')],
    ...['--secret-key', KEYS.secretKey, '--publishable-key', KEYS.publishableKey],
    ...['--webhook-secret', KEYS.webhookSecret, '--webhook-url', 'http://127.0.0.1:9/webhook'],
  ];
}

function run(given: string[]): ChildProcess {
  child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

/** Starts the process, and answers the address of its first log line. */
async function start(): Promise<string> {
  const { stdout } = run(options());
  if (stdout === null) throw new Error('The process has no output');
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line).url;
  throw new Error('The process ended before it was ready');
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0];
}

test('an answered change survives a kill', async () => {
  const price = { amount: 1999, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' };
  const idempotencyKey = newKey();
  const before = openStripe(await start(), KEYS.secretKey);
  const { id } = await before.paymentIntents.create(price, { idempotencyKey });
  await end('SIGKILL');

  const after = openStripe(await start(), KEYS.secretKey);
  expect((await after.paymentIntents.create(price, { idempotencyKey })).id).toBe(id);
  const { data } = await after.events.list();
  expect(data).toMatchObject([
    { type: 'payment_intent.succeeded', pending_webhooks: 1 },
    { type: 'charge.succeeded', pending_webhooks: 1 },
    { type: 'payment_intent.created', pending_webhooks: 1 },
  ]);
  expect(await end('SIGTERM')).toBe(0);
});

test('a second process on the same state exits with a clear message', async () => {
  const stripe = openStripe(await start(), KEYS.secretKey);
  const second = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options()]);
  try {
    const signal = AbortSignal.timeout(10_000);
    const [said, [code]] = await Promise.all([text(second.stderr), once(second, 'exit', { signal })]);
    expect({ said, code }).toEqual({
      said: `${join(folder, 'payments.sqlite')} is in use by another payment provider\n`,
      code: 1,
    });
  } finally {
    second.kill('SIGKILL');
  }
  expect(await stripe.paymentIntents.list()).toMatchObject({ data: [] });
});

test('a missing option stops the start and is named', async () => {
  const { stderr } = run(options().slice(2));
  if (stderr === null) throw new Error('The process has no output');
  expect(await text(stderr)).toContain('--state-file is missing');
});
