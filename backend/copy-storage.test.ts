import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../testing/program.ts';
import { isSwiftInstalled, s3Variables, startS3, type TestS3 } from '../testing/s3.ts';
import { createStorage } from './core/storage/file-storage.ts';
import { S3Storage } from './core/storage/s3-storage.ts';
import { readAll } from './core/storage/storage.ts';
import { copyStorage } from './core/storage/storage-copy.ts';

describe.runIf(isSwiftInstalled)('copying the files of a folder to S3', () => {
  let s3: TestS3;
  let folder = '';
  beforeAll(async () => {
    s3 = await startS3();
    folder = await mkdtemp(join(tmpdir(), 'webshop-test-copy-'));
  });
  afterAll(async () => {
    await s3.remove();
    await rm(folder, { recursive: true });
  });

  const run = (environment: Record<string, string>) => runProgram('backend/copy-storage.ts', environment);

  test('copies what is missing or differs, as often as it runs', async () => {
    const [from, to] = [createStorage(join(folder, 'repeated')), new S3Storage(await s3.newBucket())];
    const copy = () => copyStorage(from, to, (_key, error) => expect.unreachable(String(error)));
    const files = new Map([
      ['uploads/a.jpg', Buffer.from('a')],
      ['uploads/users/b.jpg', Buffer.from('b')],
      ['pending/c', Buffer.from('c')],
      // Sent in parts.
      ['imports/one/catalogue', Buffer.alloc(6 * 1024 * 1024, 'x')],
    ]);
    for (const [key, bytes] of files) await from.put(key, bytes);
    await from.put('temporary/half', Buffer.from('x'));

    expect(await copy()).toEqual({ copied: 4, alreadyThere: 0, vanished: 0, failed: 0 });
    expect((await Readable.from(to.all()).toArray()).sort()).toEqual([...files.keys()].sort());
    await to.put('uploads/a.jpg', Buffer.from('z'));
    await to.remove('pending/c');
    expect(await copy()).toEqual({ copied: 2, alreadyThere: 2, vanished: 0, failed: 0 });
    for (const [key, bytes] of files) expect((await readAll(to, key))?.equals(bytes)).toBe(true);
  });

  test('reports a copy that differs, but not a file that the shop has removed meanwhile', async () => {
    const [from, to] = [createStorage(join(folder, 'busy')), new S3Storage(await s3.newBucket())];
    for (const key of ['uploads/kept.jpg', 'uploads/removed.jpg']) await from.put(key, Buffer.from('x'));
    const open = from.open.bind(from);
    vi.spyOn(from, 'open').mockImplementation((key) => (key.includes('removed') ? Promise.resolve(null) : open(key)));
    const put = to.put.bind(to);
    vi.spyOn(to, 'put').mockImplementation(async (key, content) => {
      if (content instanceof Readable) content.destroy();
      return put(key, Buffer.from('y'));
    });
    const failures: string[] = [];
    const report = await copyStorage(from, to, (key, error) => failures.push(`${key}: ${error}`));
    expect(report).toEqual({ copied: 0, alreadyThere: 0, vanished: 1, failed: 1 });
    expect(failures).toEqual(['uploads/kept.jpg: Error: The copy differs from the original']);
  });

  test('prints a summary, and exits with 1 if a file is missing', async () => {
    const config = await s3.newBucket();
    const dataDir = join(folder, 'program');
    await createStorage(dataDir).put('uploads/a.jpg', Buffer.from('a'));
    const environment = { DATA_DIR: dataDir, ...s3Variables(config) };
    expect(await run(environment)).toEqual({ code: 0, output: '1 copied, 0 already there, 0 failed\n' });
    await s3.kill();
    try {
      const { code, output } = await run(environment);
      expect(code).toBe(1);
      expect(output).toContain(`uploads/a.jpg: The bucket ${config.bucket} can't be reached: `);
      expect(output).toContain('0 copied, 0 already there, 1 failed\n');
      expect(output).toContain('Not every file was copied. Run it again for the rest.');
    } finally {
      await s3.start();
    }
  });

  test('needs a bucket, a folder and credentials', async () => {
    expect(await run({ DATA_DIR: folder })).toEqual({
      code: 1,
      output: 'S3_BUCKET is missing: set it to the bucket to copy to\n',
    });
    const absent = join(folder, 'absent');
    expect(await run({ DATA_DIR: absent, S3_BUCKET: 'files' })).toEqual({
      code: 1,
      output: `DATA_DIR ${absent} is not a folder\n`,
    });
    const unknown = { S3_BUCKET: 'files', AWS_EC2_METADATA_DISABLED: 'true', HOME: folder };
    const { code, output } = await run({ DATA_DIR: folder, ...unknown });
    expect(code).toBe(1);
    expect(output).toContain("The bucket files can't be reached: Could not load credentials from any providers.");
  });
});
