import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { type Database, waitingPerConnection } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { countWaiting } from '../limits/cpu-slots.ts';
import type { Logger } from '../observability/log.ts';
import { requestsRefused } from '../observability/metrics.ts';
import { errorBody, isOfApi } from './error-responses.ts';
import { headersOf, languageOf } from './languages.ts';
import { type FindCaller, isKnownSession, remembering, tokenHashOf } from './sessions.ts';

/**
 * Milliseconds that a request may expect to run while the process is saturated. By Little's law, that is how many requests
 * run, divided by how many it completes per millisecond.
 */
const RUN_MAX = 200;
/** Requests that may always run at once. */
const RUNNING_MIN = 32;
/** The process is saturated from this utilization of its event loop on, or if so many statements wait per connection. */
const SATURATED_LOOP = 0.95;
const SATURATED_CONNECTION = 1;

/** Milliseconds between two samples. */
const SAMPLE = 100;
/** The part of the latest sample in an average. */
const WEIGHT = 0.25;

/** Milliseconds between log lines. */
const REPORT = 10_000;

/** Tokens looked up at the same time while strangers are refused, so that invented tokens gain nothing. */
const LOOKUPS_MAX = 8;

/** Paths that are always served: a payment must be finished, and a page that was sent needs its files. */
const ALWAYS_SERVED = ['/health/', '/assets/', '/api/v1/payment/webhook', '/api/v1/payment/return'];

/**
 * Refuses requests with 503 while more arrive than this process can serve in time. The others are then served as fast as
 * at its peak; if all were accepted, all would be late. Stands before Koa, as a refusal must cost far less than a response.
 *
 * People with a session come before strangers: only requests like theirs count against them. A token that isn't valid buys
 * nothing: one that this process doesn't know is looked up first, few at once.
 * @param spoken what the shop speaks, without waiting
 */
export function refuseOverload(
  database: Database,
  log: Logger,
  findCaller: FindCaller,
  spoken: () => readonly LanguageCode[],
  serve: RequestListener,
): RequestListener {
  const load = measureLoad(database);
  const find = remembering(findCaller);
  let refused = 0;
  let lookups = 0;

  function report(): void {
    log.warn({ refused }, 'overloaded: requests were refused');
    refused = 0;
  }

  function accept(req: IncomingMessage, res: ServerResponse, isStranger: boolean): void {
    if (!isUpload(req)) {
      load.begin(isStranger);
      res.once('close', () => load.end(isStranger));
    }
    serve(req, res);
  }

  function reject(req: IncomingMessage, res: ServerResponse): void {
    if (refused === 0) setTimeout(report, REPORT).unref();
    refused += 1;
    requestsRefused.inc();
    const code = languageOf(req, spoken());
    inLanguage(code, () => refuse(res, isOfApi(req.url ?? '') ? headersOf(code) : null));
  }

  async function isValid(tokenHash: string): Promise<boolean> {
    lookups += 1;
    try {
      return (await find(database.em.fork(), tokenHash)) !== null;
    } catch (error) {
      log.warn({ err: error }, 'overloaded: a session could not be looked up');
      return false;
    } finally {
      lookups -= 1;
    }
  }

  return (req, res) => {
    const path = req.url ?? '';
    const tokenHash = tokenHashOf(req.headers.authorization);
    const isStranger = tokenHash === null || !isKnownSession(tokenHash);
    if (!load.isTooHigh(isStranger) || ALWAYS_SERVED.some((start) => path.startsWith(start))) {
      return accept(req, res, isStranger);
    }
    if (tokenHash === null || !isStranger || load.isTooHigh(false) || lookups >= LOOKUPS_MAX) return reject(req, res);
    void isValid(tokenHash).then((isValid) => {
      // Its client may have gone.
      if (res.destroyed) return;
      if (isValid) accept(req, res, false);
      else reject(req, res);
    });
  };
}

/** Uploads run for as long as their bytes arrive: a few dozen would look like an overload, and so refuse everyone. */
function isUpload({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' && method !== 'PUT') return false;
  return headers['content-type']?.startsWith('multipart/form-data') ?? false;
}

/** @param apiHeaders of a response of the API; null for plain text */
function refuse(res: ServerResponse, apiHeaders: Record<string, string> | null): void {
  const overloaded = new AppError('unavailable', m.api.busy(), { retryAfter: 5 });
  const body = apiHeaders ? JSON.stringify(errorBody(overloaded, randomUUID())) : overloaded.message;
  res.writeHead(overloaded.status, {
    'Content-Type': apiHeaders ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': overloaded.retryAfter,
    ...apiHeaders,
  });
  res.end(body);
}

/** Measures, while requests run, whether the process is saturated and how many requests it completes. */
function measureLoad(database: Database) {
  let running = 0;
  /** Those of people with a session. */
  let ofPeople = 0;
  let completed = 0;
  /** Whether nothing ran at some time since the last sample, which then says nothing. */
  let hasIdled = true;
  /** Per millisecond. */
  let rate = 0;
  let isSaturated = false;
  let sampledAt = performance.now();
  let loop = performance.eventLoopUtilization();

  // One timer for all requests: starting one with each takes longer than the rest of this.
  setInterval(() => {
    const now = performance.now();
    const current = performance.eventLoopUtilization();
    if (hasIdled) isSaturated = false;
    else {
      rate = (1 - WEIGHT) * rate + (WEIGHT * completed) / (now - sampledAt);
      isSaturated =
        performance.eventLoopUtilization(current, loop).utilization > SATURATED_LOOP ||
        waitingPerConnection(database) > SATURATED_CONNECTION;
    }
    [sampledAt, loop, completed, hasIdled] = [now, current, 0, running === 0];
  }, SAMPLE).unref();

  return {
    isTooHigh(forStranger: boolean): boolean {
      // What waits for its turn has a limit of its own, and must not cost others theirs.
      const counted = forStranger ? running - countWaiting() : ofPeople;
      return isSaturated && counted >= Math.max(RUNNING_MIN, rate * RUN_MAX);
    },
    begin(isStranger: boolean): void {
      running += 1;
      if (!isStranger) ofPeople += 1;
    },
    end(isStranger: boolean): void {
      running -= 1;
      if (!isStranger) ofPeople -= 1;
      completed += 1;
      if (running === 0) hasIdled = true;
    },
  };
}
