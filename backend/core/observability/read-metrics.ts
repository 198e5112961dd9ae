import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/db.ts';
import { registry } from './metrics.ts';

// CPU, memory, garbage collection and the delay of the event loop, under the names that dashboards of Node know. They take
// time, so the API imports this module only if it serves metrics.
collectDefaultMetrics({ register: registry });

type Sample = { labels: Record<string, string>; value: number };
/** What is read for the response, as it isn't of this process. */
type Reading = { name: string; help: string; samples: Sample[] };

export const requestDuration = new Histogram({
  name: 'webshop_http_request_duration_seconds',
  help: 'Time until the response began. A route is a pattern, or none for pages, files and unknown paths.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const requestsInFlight = new Gauge({
  name: 'webshop_http_requests_in_flight',
  help: 'Requests whose response has not begun.',
  registers: [registry],
});

/** `job` would clash with the label that Prometheus gives each target. */
export const jobDuration = new Histogram({
  name: 'webshop_job_duration_seconds',
  help: 'Duration of a run of a job; failed runs are mostly retried, and skipped ones waited for another one.',
  labelNames: ['job_name', 'result'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [registry],
});

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** This process's metrics and the given ones as text. A reading without samples is left out. */
export async function formatMetrics(database: Database, readings: readonly Reading[]): Promise<string> {
  const current = new Registry();
  for (const { name, help, samples } of [await readPool(database), ...readings]) {
    const [first] = samples;
    if (first === undefined) continue;
    const gauge = new Gauge({ name, help, labelNames: Object.keys(first.labels), registers: [current] });
    for (const { labels, value } of samples) gauge.set(labels, value);
  }
  return Registry.merge([registry, current]).metrics();
}

export function gauge(name: string, help: string, samples: Sample[]): Reading {
  return { name, help, samples };
}

/** The sample of a metric without labels; none for null. */
export function single(value: number | null): Sample[] {
  return value === null ? [] : [{ labels: {}, value }];
}

/** A sample for each value of a label. */
export function by(label: string, values: Record<string, number>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** 1 for each part that has responded, 0 for those whose result is null. */
export function partsUp(results: Record<string, unknown>): Reading {
  const values = Object.entries(results).map(([part, result]) => [part, result === null ? 0 : 1] as const);
  return gauge('webshop_up', '1 if the part responds, 0 if not.', by('part', Object.fromEntries(values)));
}

async function readPool({ em }: Database): Promise<Reading> {
  const pool: Pool = await em.getConnection().getNativeClient();
  const counts = { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount };
  const help = 'Connections to the database that are used or idle, and requests or jobs waiting for one.';
  return gauge('webshop_database_pool', help, by('state', counts));
}
