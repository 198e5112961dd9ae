import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSwiftInstalled, startS3, type TestS3 } from '../../../testing/servers/s3.ts';
import { StartError } from '../process/start.ts';
import { openStorage } from './open-storage.ts';
import type { S3Config } from './s3-storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'webshop-test-storage-'));
afterAll(() => rm(folder, { recursive: true }));

test('rejects an unwritable folder at the start', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const dataDir = join(folder, 'no-folder', 'data');
  const message = `DATA_DIR ${dataDir} is not writable: ENOTDIR`;
  await expect(openStorage({ dataDir, s3: null })).rejects.toThrow(new StartError(message));
  await openStorage({ dataDir: join(folder, 'new'), s3: null });
});

describe.runIf(isSwiftInstalled)('with a bucket', () => {
  let s3: TestS3;
  let config: S3Config;
  beforeAll(async () => {
    s3 = await startS3();
    config = await s3.newBucket();
  });
  afterAll(() => s3.remove());
  const wrong: [what: string, config: Partial<S3Config>, reason: string][] = [
    [
      'a wrong secret',
      { credentials: { accessKeyId: 'test:tester', secretAccessKey: 'wrong' } },
      'HTTP 403, Signature',
    ],
    ['an unknown bucket', { bucket: 'no-such-bucket' }, 'HTTP 404, NoSuchBucket'],
  ];

  test.each(wrong)('rejects %s at the start', async (_what, changes, reason) => {
    const opening = openStorage({ dataDir: folder, s3: { ...config, ...changes } });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(reason);
    await expect(opening).rejects.toThrow('Check the variables S3_…');
  });

  test('uses the bucket, and starts while the store is down', async () => {
    const storage = await openStorage({ dataDir: folder, s3: config });
    await storage.put('a/one', Buffer.from('one'));
    await s3.kill();
    const sameBucket = await openStorage({ dataDir: folder, s3: config });
    await expect(sameBucket.stat('a/one')).rejects.toThrow("can't be reached");
    await s3.start();
    expect(await sameBucket.stat('a/one')).toMatchObject({ size: 3 });
  });
});
