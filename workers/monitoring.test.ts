import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { projectFolder } from '../backend/config.ts';
import { freePort } from '../backend/local/ports.ts';
import type { ShopProcess } from '../testing/processes/process.ts';
import { type Processes, prepareProcesses } from '../testing/processes/processes.ts';
import { type CollectedSpan, type Collector, startCollector } from '../testing/servers/collector.ts';
import { callsOf, type LoggedIn, registerAndLogIn } from '../testing/shop/api.ts';
import { waitFor } from '../testing/wait.ts';

const METRICS_TOKEN = 'token-of-prometheus';
/** What the proxy says about the request that prepares the payment. */
const PROXY_TRACE = '0af7651916cd43dd8448eb211c80319c';
const PROXY_SPAN = 'b7ad6b7169203331';

/** Preloads a module that prints what the program imports. */
const PRINTING_MODULES = {
  NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      console.log('loaded ' + url);
      return next(url, context);
    },
  });
`)}"`,
};

let shop: Processes;
let collector: Collector;
let api: ShopProcess;
let workers: ShopProcess;
let shopper: LoggedIn;
/** What both processes reported after one purchase. */
let metrics: { api: string; workers: string };

/** One purchase through a real API and real workers, whose traces and metrics all tests look at. */
beforeAll(async () => {
  [shop, collector] = await Promise.all([prepareProcesses(null), startCollector()]);
  const [metricsPort, operationsPort] = [String(await freePort()), String(await freePort())];
  const observed = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, METRICS_TOKEN, LOG_LEVEL: 'info' };
  [api, workers] = await Promise.all([
    shop.startApi({ ...observed, ...PRINTING_MODULES, METRICS_PORT: metricsPort }),
    shop.startWorkers({ ...observed, OPERATIONS_PORT: operationsPort }),
  ]);
  await buy();
  metrics = {
    api: await read(`http://127.0.0.1:${metricsPort}/metrics`),
    workers: await read(`http://127.0.0.1:${operationsPort}/metrics`),
  };
  // Sends the last spans.
  await Promise.all([api.stop(), workers.stop()]);
});

afterAll(async () => {
  await shop.close();
  await collector.close();
});

async function buy(): Promise<void> {
  const id = crypto.randomUUID();
  await onDatabase([
    `insert into category (id, name, slug) values ('${id}', 'Laptops', 'laptops')`,
    `insert into product (id, title, description, price_cents, category_id) values ('${id}', 'Laptop', '', 10000, '${id}')`,
    `insert into outbox_event (id, name, payload, enqueued_at, failure)
     values ('${id}', 'product.rated', '{}', now(), 'rating: no such product')`,
  ]);
  const call = callsOf(shop.url);
  shopper = await registerAndLogIn(call, 'ana');
  await call('POST', '/user/login', { body: { email: shopper.email, password: 'guessed' } });
  await call('GET', '/products');
  for (const _ of ['miss', 'miss', 'hit']) await call('GET', `/products/single/${id}`);
  const { body } = await call('POST', '/payment', {
    token: shopper.token,
    body: { amount: 100, currency: 'EUR', items: [{ productId: id, count: 1 }] },
    headers: { traceparent: `00-${PROXY_TRACE}-${PROXY_SPAN}-01` },
  });
  const intent = body.clientSecret.replace(/_secret_.*/, '');
  await shop.provider.paymentIntents.confirm(intent, {
    payment_method: 'pm_card_visa',
    return_url: 'http://localhost/order',
  });
  for (const job of ['emailVerification', 'orderConfirmation']) {
    await waitFor(`${job} to be sent`, () =>
      logOf(workers).some((line) => line.msg === 'job done' && line.job === job),
    );
  }
}

async function onDatabase(statements: string[]): Promise<void> {
  const client = new pg.Client(shop.databaseUrl);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  if (!response.ok) throw new Error(`${url} responded ${response.status}`);
  return response.text();
}

type LogLine = Record<string, unknown>;

function logOf(process: ShopProcess): LogLine[] {
  return process
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** A span and its ancestors, the first last. */
function ancestry(span: CollectedSpan | undefined): CollectedSpan[] {
  if (span === undefined) return [];
  const { spanId, parentSpanId, traceId } = span;
  const parent = collector.spans.find((each) => each.spanId === parentSpanId && each.traceId === traceId);
  return [span, ...ancestry(parent)].filter((each, index) => index === 0 || each.spanId !== spanId);
}

/** The confirmation of the order, and what led to it. */
function confirmation(): CollectedSpan[] {
  const mails = collector.spans.filter(({ name }) => name === 'send mail').map(ancestry);
  return mails.find(([, job]) => job?.name === 'job orderConfirmation') ?? [];
}

test('a trace leads from the webhook through the outbox to the mail', () => {
  expect(confirmation().map(({ service, name }) => `${service}: ${name}`)).toEqual([
    'webshop-workers: send mail',
    'webshop-workers: job orderConfirmation',
    'webshop-workers: enqueue order.paid',
    'webshop-workers: job paymentEvent',
    'webshop-workers: enqueue payment.eventReceived',
    'webshop-api: POST /api/v1/payment/webhook',
  ]);
});

test("a request continues the proxy's trace, down to the payment provider and the statements", () => {
  const trace = collector.spans.filter(({ traceId }) => traceId === PROXY_TRACE);
  const request = trace.find(({ parentSpanId }) => parentSpanId === PROXY_SPAN);
  expect(request).toMatchObject({
    name: 'POST /api/v1/payment',
    kind: 2,
    attributes: { 'http.route': '/api/v1/payment', 'http.response.status_code': '200' },
  });
  const children = trace.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST /v1/payment_intents', 'INSERT']));
});

test('traced statements hold no values', () => {
  const statements = collector.spans.map(({ attributes }) => attributes['db.query.text'] ?? '').join('\n');
  expect(statements).toContain('insert into "user_account"');
  expect(statements).not.toContain(shopper.email);
  expect(statements).not.toContain("'");
});

test('a job logs the request and the trace that caused it', () => {
  const webhook = confirmation().at(-1);
  const requestId = webhook?.attributes['webshop.request_id'];
  const done = logOf(workers).filter(({ msg }) => msg === 'job done');
  expect(logOf(api)).toContainEqual(expect.objectContaining({ requestId, path: '/api/v1/payment/webhook' }));
  for (const job of ['paymentEvent', 'orderConfirmation']) {
    expect(done).toContainEqual(expect.objectContaining({ job, requestId, traceId: webhook?.traceId }));
  }
});

test('metrics count requests by route, and what the shop does', () => {
  expect(metrics.api).toMatch(
    /webshop_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/products\/single\/:id",status="200"\} 3/,
  );
  expect(metrics.api).toContain('webshop_logins_total{result="failed"} 1');
  expect(metrics.api).toContain('webshop_cache_hits_total 1');
  expect(metrics.api).toContain('webshop_cache_misses_total 3');
  expect(metrics.api).toContain('webshop_order_steps_total{step="ordered"} 1');
  expect(metrics.api).toContain('webshop_catalogue_products 1');
  expect(metrics.workers).toContain('webshop_order_steps_total{step="paid"} 1');
  expect(metrics.workers).toContain('webshop_mails_total{result="sent"} 2');
  expect(metrics.workers).toContain('webshop_job_duration_seconds_count{job_name="orderConfirmation",result="done"} 1');
  expect(metrics.workers).toContain('webshop_outbox_given_up_events{event="product.rated"} 1');
  expect(metrics.workers).toContain('webshop_reconciliation_overdue_seconds 0');
  for (const text of Object.values(metrics)) {
    expect(text).toContain('webshop_up{part="database"} 1');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  }
});

const prometheusFolder = join(projectFolder, 'deploy/prometheus');

type Rule = { alert: string; expr: string; annotations: { runbook: string } };

async function readRules(): Promise<Rule[]> {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(
    await readFile(join(prometheusFolder, 'alerts.yml'), 'utf8'),
  );
  return groups.flatMap(({ rules }) => rules);
}

/** The queries of the dashboard's panels. */
async function readQueries(): Promise<string[]> {
  const dashboard = JSON.parse(await readFile(join(projectFolder, 'deploy/grafana/webshop.json'), 'utf8'));
  const panels: { targets?: { expr: string }[] }[] = dashboard.panels;
  return panels.flatMap(({ targets = [] }) => targets).map(({ expr }) => expr);
}

test('the shop exposes every metric of the alerts and the dashboard', async () => {
  const queries = [...(await readQueries()), ...(await readRules()).map(({ expr }) => expr)];
  const used = queries.flatMap((query) => query.match(/\b(webshop|nodejs|process)_\w+/g) ?? []);
  const exposed = new Set(`${metrics.api}\n${metrics.workers}`.match(/^\w+/gm));
  expect(new Set(used).size).toBeGreaterThan(20);
  expect([...new Set(used)].filter((name) => !exposed.has(name))).toEqual([]);
});

test('every alert has its section in the runbook, and every section its alert', async () => {
  const rules = await readRules();
  const runbook = await readFile(join(projectFolder, 'RUNBOOK.md'), 'utf8');
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, title = '']) => title);
  expect(rules.map(({ alert }) => alert).sort()).toEqual(sections.sort());
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`RUNBOOK.md#${alert.toLowerCase()}`);
});

const isPromtoolInstalled = spawnSync('promtool', ['--version']).status === 0;

/** @throws Error with its output if it finds a mistake */
function promtool(...values: string[]): string {
  return execFileSync('promtool', values, { cwd: prometheusFolder, encoding: 'utf8' });
}

test.runIf(isPromtoolInstalled)('Prometheus accepts the rules, and they fire when they should', () => {
  // Without the files that it names: the token is in a container only.
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
});

test.runIf(isPromtoolInstalled)("Prometheus accepts the dashboard's queries", async () => {
  const rules = (await readQueries()).map((query, index) => {
    return { record: `query_${index}`, expr: query.replaceAll('$__rate_interval', '1m') };
  });
  const folder = await mkdtemp(join(tmpdir(), 'webshop-queries-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'queries.yml');
  await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(promtool('check', 'rules', file)).toContain(`${rules.length} rules found`);
});

test('without its variable, the API loads no library that records traces', async () => {
  const plain = await shop.startApi(PRINTING_MODULES);
  await plain.stop();
  const line = /^loaded .*\/node_modules\/@opentelemetry\/sdk-trace\//m;
  expect(api.output()).toMatch(line);
  expect(plain.output()).not.toMatch(line);
});
