import { Readable } from 'node:stream';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSwiftInstalled, startS3, type TestS3 } from '../../../testing/servers/s3.ts';
import { waitFor } from '../../../testing/wait.ts';
import { S3_LIMITS, S3Storage } from './s3-storage.ts';
import { checkAccess } from './storage-access.ts';

const bytes = Buffer.from('x');

describe.runIf(isSwiftInstalled)('a bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.remove());

  test('that others use too keeps what is theirs', async () => {
    const config = await s3.newBucket();
    const storage = new S3Storage(config);
    const Bucket = config.bucket;
    for (const Key of ['uploads/', 'uploads/Not a key', 'uploadsets/x']) {
      await s3.client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }));
    }
    await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'theirs/half' }));
    await storage.put('uploads/a.jpg', bytes);
    expect(await Readable.from(storage.list('uploads', 0)).toArray()).toEqual(['uploads/a.jpg']);
    expect(await Readable.from(storage.all()).toArray()).toEqual(['uploads/a.jpg']);
    await storage.removeUnfinished(0);
    const { Uploads } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(Uploads?.map(({ Key }) => Key)).toEqual(['theirs/half']);
  });

  test('that refuses the key fails each check with a reason', async () => {
    const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'wrong' };
    const { bucket, ...config } = await s3.newBucket();
    const reason = `The bucket ${bucket} refused a request (HTTP 403, SignatureDoesNotMatch)`;
    expect(await checkAccess(new S3Storage({ ...config, bucket, credentials }))).toEqual([
      `Files can't be written: ${reason}`,
      `Files can't be listed: ${reason}`,
      `Files can't be removed: ${reason}`,
      `Files can't be cleaned up after interrupted uploads: ${reason}`,
    ]);
  });

  test('that stops responding fails each request within its limit, and recovers', async () => {
    const config = await s3.newBucket();
    await new S3Storage(config).put('uploads/a.jpg', bytes);
    const storage = new S3Storage(config, { ...S3_LIMITS, read: 200, write: 200 });
    s3.freeze();
    try {
      const silent = { name: 'StorageError', refused: false, message: expect.stringContaining("can't be reached") };
      await expect(storage.stat('uploads/a.jpg')).rejects.toMatchObject(silent);
      await expect(storage.open('uploads/a.jpg')).rejects.toMatchObject(silent);
      await expect(storage.put('uploads/b.jpg', bytes)).rejects.toMatchObject(silent);
      await expect(Readable.from(storage.list('uploads', 0)).toArray()).rejects.toMatchObject(silent);
    } finally {
      s3.thaw();
    }
    await waitFor('a response', () => storage.stat('uploads/a.jpg'));
  });
});
