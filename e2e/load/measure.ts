import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type LoadRequest = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: string };

/** What browsers send. */
export const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate, br' };

export type Figures = {
  /** Milliseconds from the first byte sent to the last byte received. */
  p50: number;
  p95: number;
  p99: number;
  /** Responses per second. */
  throughput: number;
  requests: number;
};

type Options = {
  /** Several share the requests evenly. */
  url: string | readonly string[];
  concurrency: number;
  /**
   * Average milliseconds between a response and the next request of its lane. Each pause differs by up to half, so that
   * lanes don't fall into step.
   */
  pause?: number;
  /** The minimum duration, or a promise: the measurement lasts until it settles. */
  seconds: number | Promise<unknown>;
};

/** A slow call is measured longer, until it has enough samples for meaningful percentiles. */
const SAMPLES_MIN = 20;
/** The maximum factor by which it takes longer. */
const EXTENSION_MAX = 4;
/** Milliseconds. */
const WARM_UP = 200;

/** A call returned an error, so its latency means nothing. */
export class ErrorResponse extends Error {}

/**
 * Sends the requests of `next` over keep-alive connections. Each of `concurrency` lanes sends a request as soon as it has
 * the previous response.
 * @throws ErrorResponse at the first error response
 */
export async function measure(next: (turn: number) => LoadRequest, options: Options): Promise<Figures> {
  const { concurrency, pause = 0, seconds } = options;
  const urls = [options.url].flat();
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let turn = 0;
  const sendNext = async () => {
    if (pause > 0) await sleep(pause * (0.5 + Math.random()));
    const loadRequest = next(turn);
    const url = urls[turn % urls.length] as string;
    turn += 1;
    return send(url, agent, loadRequest);
  };
  try {
    await runLanes(1, sendNext, { until: performance.now() + WARM_UP });
    const start = performance.now();
    const limits =
      typeof seconds === 'number'
        ? { until: start + seconds * 1000, samples: SAMPLES_MIN, atMost: start + EXTENSION_MAX * seconds * 1000 }
        : { while: seconds };
    const latencies = await runLanes(concurrency, sendNext, limits);
    return summarize(latencies, performance.now() - start);
  } finally {
    agent.destroy();
  }
}

type Limits = { until?: number; samples?: number; atMost?: number; while?: Promise<unknown> };

async function runLanes(concurrency: number, sendNext: () => Promise<number>, limits: Limits): Promise<number[]> {
  const latencies: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  limits.while?.then(end, end);
  const shouldContinue = () => {
    if (limits.while !== undefined) return !isOver;
    const now = performance.now();
    if (now < (limits.until ?? 0)) return true;
    return latencies.length < (limits.samples ?? 0) && now < (limits.atMost ?? 0);
  };
  const lane = async () => {
    while (shouldContinue()) latencies.push(await sendNext());
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return latencies;
}

function send(url: string, agent: Agent, { path, method = 'GET', headers, body }: LoadRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const outgoing = request(new URL(path, url), { agent, method, headers }, (response) => {
      const status = response.statusCode ?? 0;
      let text = '';
      response.on('data', (chunk) => {
        if (status >= 400 && text.length < 200) text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (status < 400) resolve(performance.now() - start);
        else reject(new ErrorResponse(`${method} ${path} returned ${status}: ${text.slice(0, 120)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function summarize(latencies: number[], milliseconds: number): Figures {
  const sorted = latencies.toSorted((one, other) => one - other);
  const percentile = (fraction: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? 0;
  return {
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    throughput: latencies.length / (milliseconds / 1000),
    requests: latencies.length,
  };
}
