import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { FileStorage } from '../../backend/core/storage/file-storage.ts';
import { S3_LIMITS, S3Storage } from '../../backend/core/storage/s3-storage.ts';
import type { Storage } from '../../backend/core/storage/storage.ts';
import { isSwiftInstalled, startS3 } from './s3.ts';

export type TestStorage = {
  storage: Storage;
  /** What writes that didn't finish have left. */
  unfinished(): Promise<string[]>;
  /** Begins to write, as a process that is then killed. */
  leaveUnfinished(): Promise<void>;
  remove(): Promise<void>;
};

/** The storages available here, by name. storage.test.ts warns if S3 is missing. */
export const storages: [name: string, open: () => Promise<TestStorage>][] = [
  ['a folder', openFolder],
  ...(isSwiftInstalled ? [['S3', openS3] satisfies [string, () => Promise<TestStorage>]] : []),
];

async function openFolder(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-test-storage-'));
  const temporary = join(folder, 'temporary');
  return {
    storage: new FileStorage(folder),
    unfinished: () => readdir(temporary),
    leaveUnfinished: () => writeFile(join(temporary, 'half'), 'x'),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function openS3(): Promise<TestStorage> {
  const s3 = await startS3();
  const config = await s3.newBucket();
  const Bucket = config.bucket;
  return {
    // Short pages, so that most lists have several.
    storage: new S3Storage(config, { ...S3_LIMITS, page: 2 }),
    async unfinished() {
      const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key);
    },
    async leaveUnfinished() {
      for (let count = 0; count < 3; count++) {
        await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'imports/half' }));
      }
    },
    remove: () => s3.remove(),
  };
}
