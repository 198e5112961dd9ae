import { parentPort, workerData } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';
import { newId } from '../../backend/core/ids.ts';
import { signedHeaders } from '../../backend/modules/webhooks/signatures.ts';

export type BarePosts = { url: string; body: string; secret: string; count: number; concurrency: number };

/** Posts with the signatures of webhooks, and nothing else. Posts how many a second were answered. */
const { url, body, secret, count, concurrency }: BarePosts = workerData;
const dispatcher = new Agent();
const limit = pLimit(concurrency);
const start = performance.now();
await Promise.all(
  Array.from({ length: count }, () =>
    limit(async () => {
      const headers = { 'content-type': 'application/json', ...signedHeaders(newId(), body, [secret]) };
      const { body: answer } = await request(url, { dispatcher, method: 'POST', headers, body });
      await answer.dump();
    }),
  ),
);
parentPort?.postMessage((count / (performance.now() - start)) * 1000);
await dispatcher.close();
