import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Redis } from 'ioredis';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { S3Storage } from '../../backend/core/storage/s3-storage.ts';
import { freePort } from '../../backend/local/ports.ts';
import { runLocal, temporaryDataFolder } from '../../testing/processes/stack.ts';
import { createTestDatabase } from '../../testing/servers/postgres.ts';
import { isRedisInstalled, startRedis, type TestRedis } from '../../testing/servers/redis.ts';
import { isSwiftInstalled, s3Variables, startS3 } from '../../testing/servers/s3.ts';
import { openQueues } from '../../workers/queues/queues.ts';

let folder: { path: string; remove(): Promise<void> };
let databaseUrl = '';

beforeEach(async () => {
  folder = await temporaryDataFolder();
  databaseUrl = await createTestDatabase(inject('postgresUrl'));
  for (const name of ['postgres', 'uploads', 'photographs']) {
    await mkdir(join(folder.path, name));
    await writeFile(join(folder.path, name, 'file'), '');
  }
});
afterEach(() => folder.remove());

async function reset(environment: Record<string, string>): Promise<{ code: number | null; printed: string }> {
  const run = runLocal(['reset.ts'], { DATA_DIR: folder.path, ...environment });
  return { code: await run.ended, printed: run.output() };
}

async function unreachableBucket(): Promise<Record<string, string>> {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  return s3Variables({ endpoint, bucket: 'files', region: 'us-east-1', credentials, pathStyle: true });
}

async function hasTables(): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(`select to_regclass('product') is not null as found`);
  await client.end();
  return rows[0].found;
}

describe('a reset', () => {
  test("of an external database keeps the embedded one, and files that are not the shop's", async () => {
    expect(await reset({ DATABASE_URL: databaseUrl })).toEqual({
      code: 0,
      printed: 'All data deleted. `make up` starts with new data.\n',
    });
    expect(await hasTables()).toBe(false);
    expect((await readdir(folder.path)).sort()).toEqual(['photographs', 'postgres']);
  });

  test('removes the embedded database', async () => {
    expect(await reset({})).toMatchObject({ code: 0 });
    expect(await readdir(folder.path)).toEqual(['photographs']);
    expect(await hasTables()).toBe(true);
  });

  test.each([
    ['database', async () => ({ DATABASE_URL: `postgresql://shop:secret@127.0.0.1:${await freePort()}/shop` })],
    ['Redis', async () => ({ DATABASE_URL: databaseUrl, REDIS_URL: `redis://127.0.0.1:${await freePort()}` })],
    ['bucket', async () => ({ DATABASE_URL: databaseUrl, ...(await unreachableBucket()) })],
  ])("deletes nothing and names the %s that it can't reach", async (name, environmentOf) => {
    const { code, printed } = await reset(await environmentOf());
    expect(code).toBe(1);
    expect(printed).toContain(name);
    expect(printed).not.toMatch(/secret|\n +at /);
    expect(await hasTables()).toBe(true);
    expect((await readdir(folder.path)).sort()).toEqual(['photographs', 'postgres', 'uploads']);
  });
});

describe.runIf(isRedisInstalled)('a reset of queues in Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis(await freePort());
  });
  afterAll(() => redis.remove());

  test("removes the shop's jobs and nothing else", async () => {
    const other = new Redis(redis.url);
    await other.set('other', 'application');
    const queues = await openQueues({ redisUrl: redis.url, databaseUrl }, pino({ level: 'silent' }));
    const event = { id: crypto.randomUUID(), name: 'order.paid' as const, payload: { orderId: crypto.randomUUID() } };
    await queues.enqueue([{ queue: 'emails', job: 'order-confirmation', event }]);
    expect((await queues.counts()).emails).toMatchObject({ waiting: 1 });

    expect(await reset({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url })).toMatchObject({ code: 0 });

    expect((await queues.counts()).emails).toMatchObject({ waiting: 0 });
    await queues.close();
    expect(await other.keys('*')).toEqual(['other']);
    other.disconnect();
  });
});

test.runIf(isSwiftInstalled)("a reset removes the shop's files from its bucket, and nothing else", async () => {
  const s3 = await startS3();
  try {
    const config = await s3.newBucket();
    const storage = new S3Storage(config);
    for (const key of ['uploads/users/a.jpg', 'pending/b', 'others/c']) await storage.put(key, Buffer.from('x'));
    expect(await reset({ DATABASE_URL: databaseUrl, ...s3Variables(config) })).toMatchObject({ code: 0 });
    expect(await Readable.from(storage.all()).toArray()).toEqual([]);
    expect(await Readable.from(storage.list('others', 0)).toArray()).toEqual(['others/c']);
  } finally {
    await s3.remove();
  }
});
