import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export type LoadRequest = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: string };

export type Figures = {
  /** Milliseconds from the first byte sent to the last one received. */
  p50: number;
  p95: number;
  p99: number;
  /** Answers a second. */
  throughput: number;
  requests: number;
};

type Options = {
  url: string;
  concurrency: number;
  /** For how long it measures, at least; or until this settles. */
  seconds: number | Promise<unknown>;
};

/** A slow call is measured for longer, so that its percentiles are more than one number. */
const SAMPLES_MIN = 20;
/** How many times as long, at most. */
const LONGER_MAX = 4;
const WARM_UP = 200;

/** Thrown when a call does not answer as it should: there is nothing to be measured then. */
export class WrongAnswer extends Error {}

/**
 * Sends the requests that `next` makes over connections that are kept, as many at once as `concurrency` says, each lane
 * the next one as soon as it has its answer.
 * @throws WrongAnswer at the first answer that is no success
 */
export async function measure(next: (turn: number) => LoadRequest, options: Options): Promise<Figures> {
  const { url, concurrency, seconds } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let turn = 0;
  const ask = () => {
    const asked = next(turn);
    turn += 1;
    return send(url, agent, asked);
  };
  try {
    await runLanes(1, ask, { until: performance.now() + WARM_UP });
    const start = performance.now();
    const limits =
      typeof seconds === 'number'
        ? { until: start + seconds * 1000, samples: SAMPLES_MIN, atMost: start + LONGER_MAX * seconds * 1000 }
        : { while: seconds };
    const latencies = await runLanes(concurrency, ask, limits);
    return summarise(latencies, performance.now() - start);
  } finally {
    agent.destroy();
  }
}

type Limits = { until?: number; samples?: number; atMost?: number; while?: Promise<unknown> };

async function runLanes(concurrency: number, ask: () => Promise<number>, limits: Limits): Promise<number[]> {
  const latencies: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  limits.while?.then(end, end);
  const goesOn = () => {
    if (limits.while !== undefined) return !isOver;
    const now = performance.now();
    if (now < (limits.until ?? 0)) return true;
    return latencies.length < (limits.samples ?? 0) && now < (limits.atMost ?? 0);
  };
  const lane = async () => {
    while (goesOn()) latencies.push(await ask());
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return latencies;
}

function send(url: string, agent: Agent, { path, method = 'GET', headers, body }: LoadRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const outgoing = request(new URL(path, url), { agent, method, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      let words = '';
      answer.on('data', (chunk) => {
        if (status >= 400 && words.length < 200) words += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        if (status < 400) resolve(performance.now() - start);
        else reject(new WrongAnswer(`${method} ${path} answers ${status}: ${words.slice(0, 120)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function summarise(latencies: number[], milliseconds: number): Figures {
  const sorted = latencies.toSorted((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    throughput: latencies.length / (milliseconds / 1000),
    requests: latencies.length,
  };
}
