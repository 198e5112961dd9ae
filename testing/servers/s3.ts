import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../backend/core/storage/s3-storage.ts';
import { freePort } from '../../backend/local/ports.ts';
import { kill } from '../processes/process.ts';

/** Debian's, for which its package python3-swift is installed. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = fileURLToPath(new URL('swift.py', import.meta.url));
const REGION = 'us-east-1';
const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'secret' };

export const isSwiftInstalled = spawnSync(PYTHON, ['-c', 'import swift.common.middleware.s3api']).status === 0;

export type TestS3 = {
  endpoint: string;
  /** For use by the test itself. */
  client: S3Client;
  /** Creates a bucket. @returns the configuration of a shop that uses it */
  newBucket(): Promise<S3Config>;
  /** Sends SIGKILL. The next `start` finds all data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it from responding, with all connections open. */
  freeze(): void;
  thaw(): void;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
};

/** The variables of a program that uses a bucket. */
export function s3Variables({ endpoint, bucket, credentials }: S3Config): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint ?? '',
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  };
}

/** Creates a bucket on a started store. @returns the configuration of a shop that uses it */
export async function createBucket(endpoint: string): Promise<S3Config> {
  const bucket = `shop-${crypto.randomUUID()}`;
  const client = openClient(endpoint);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { endpoint, region: REGION, credentials: CREDENTIALS, bucket, pathStyle: true };
}

function openClient(endpoint: string): S3Client {
  return new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
}

/** Starts OpenStack Swift, an object store with an S3 API, with its data in a temporary folder. */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-test-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const { accessKeyId, secretAccessKey } = CREDENTIALS;
    const child = spawn(PYTHON, [PROGRAM, folder, String(port), accessKeyId, secretAccessKey], {
      // It stops when its input closes, so that it doesn't outlive this process.
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    server = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'ready') return;
    }
    throw new Error('Swift did not start');
  }

  const killServer = () => (server === null ? Promise.resolve() : kill(server));

  await start();
  const client = openClient(endpoint);
  return {
    endpoint,
    client,
    newBucket: () => createBucket(endpoint),
    kill: killServer,
    start,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async remove() {
      client.destroy();
      await killServer();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
