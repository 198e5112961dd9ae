import { loadavg } from 'node:os';
import type { ImportView } from '#contract/catalogue/imports.ts';
import { newId } from '../../backend/core/ids.ts';
import { withClient } from '../../testing/servers/database.ts';
import { waitFor } from '../../testing/wait.ts';
import type { BenchShop } from './bench-shop.ts';
import { createCatalogueFile, createCategories } from './catalogue-file.ts';
import { idOf, SIZES, tokenOf } from './fill.ts';
import { type Figures, type LoadRequest, measure } from './measure.ts';
import { memoryOf } from './memory.ts';
import { formatCount, formatValue, missedLimit, printLimits, printTable } from './table.ts';

/** The products of the imported file, and the limits for its import. */
const IMPORT_LINES = Number(process.env.BENCH_IMPORT_LINES ?? 200_000);
const IMPORT_SECONDS_MAX = 90;
/** Megabytes. */
const IMPORT_MEMORY_MAX = 400;
/** A shopper's p95 during the import, relative to the one without it. */
const SLOWDOWN_MAX = 2;

/** Milliseconds that a shopper looks at a page before the next one. */
const PAUSE = 100;

const read = (path: string): LoadRequest => ({ path: `/api/v1${path}`, headers: { 'Accept-Encoding': 'br' } });
const productNumber = (turn: number) => 1 + ((turn * 37) % SIZES.products);

/** Each call is repeated by a shopper of its own. */
const calls: [string, (turn: number) => LoadRequest][] = [
  ['GET /products/single/{id}', (turn) => read(`/products/single/${idOf('product', productNumber(turn))}`)],
  ['GET /products?category', (turn) => read(`/products?category=category-${1 + (turn % SIZES.categories)}`)],
  ['GET /products?search', (turn) => read(`/products?search=keyboard+${productNumber(turn)}`)],
  ['GET /products?sort&page', (turn) => read(`/products?sort=asc&page=${1 + (turn % 1000)}`)],
];

/** Measures an import of products with attributes while shoppers browse, and what it costs them. @returns the missed limits */
export async function benchImports(shop: BenchShop, seconds: number): Promise<string[]> {
  const categories = createCategories(IMPORT_LINES);
  await addCategories(shop.databaseUrl, categories);
  const file = createCatalogueFile(categories);
  const workers = await shop.startWorkers(null);
  try {
    const before = await browse(shop, seconds);
    const importing = measureImport(shop.url, file, 'created');
    const during = await browse(shop, importing);
    const first = await importing;
    const memory = await memoryOf(workers.pid);
    const after = await browse(shop, seconds);
    const again = await measureImport(shop.url, file, 'unchanged');
    const title = `Import of ${formatCount(IMPORT_LINES)} products with attributes`;
    return [
      ...printLimits(`${title} (${formatValue(first.load)} processes wanted a CPU)`, [
        { what: 'seconds of the import', value: first.seconds, most: IMPORT_SECONDS_MAX },
        { what: 'seconds for the same file again', value: again.seconds },
        ...(memory === null ? [] : [{ what: "worker's peak MB", value: memory.peak, most: IMPORT_MEMORY_MAX }]),
      ]),
      ...printSlowdowns(before, during, after),
    ];
  } finally {
    await workers.stop();
  }
}

function printSlowdowns(before: Figures[], during: Figures[], after: Figures[]): string[] {
  const rows = calls.map(([call], index) => {
    const phases = [before, during, after].map((phase) => phase[index]) as [Figures, Figures, Figures];
    // Before it or after it, whichever is longer, because the catalogue has grown many times.
    const ratio = phases[1].p95 / Math.max(phases[0].p95, phases[2].p95);
    return { call, phases, ratio };
  });
  printTable(
    'Shoppers meanwhile: milliseconds',
    ['', 'before p50', 'p95', 'importing p50', 'p95', 'after p50', 'p95', 'p95 ratio'],
    rows.map(({ call, phases, ratio }) => [
      call,
      ...phases.flatMap(({ p50, p95 }) => [p50, p95].map(formatValue)),
      ratio.toFixed(2),
    ]),
  );
  const what = 'during the import, the p95 relative to the one without';
  return rows.flatMap(({ call, ratio }) => missedLimit({ what: `${call} ${what}`, value: ratio, most: SLOWDOWN_MAX }));
}

function browse({ url }: BenchShop, seconds: number | Promise<unknown>): Promise<Figures[]> {
  return Promise.all(calls.map(([, next]) => measure(next, { url, concurrency: 1, pause: PAUSE, seconds })));
}

async function addCategories(databaseUrl: string, categories: ReturnType<typeof createCategories>): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const { name, attributes } of categories) {
      const id = newId();
      const slug = name.toLowerCase().replaceAll(' ', '-');
      await client.query('insert into category (id, name, slug) values ($1, $2, $3)', [id, name, slug]);
      for (const [position, { code, type, unit }] of attributes.entries()) {
        await client.query(
          'insert into attribute (id, category_id, code, name, type, unit, position) values ($1, $2, $3, $3, $4, $5, $6)',
          [newId(), id, code, type, unit, position],
        );
      }
    }
  });
}

async function measureImport(url: string, file: Buffer, result: 'created' | 'unchanged') {
  const start = performance.now();
  const report = await importFile(url, file);
  if (report[result] !== IMPORT_LINES) throw new Error(`The import failed: ${JSON.stringify(report).slice(0, 2000)}`);
  return { seconds: (performance.now() - start) / 1000, load: loadavg()[0] as number };
}

async function importFile(url: string, file: Buffer): Promise<ImportView> {
  const headers = { Authorization: tokenOf('admin') };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'parts.jsonl.gz');
  const response = await fetch(`${url}/api/v1/admin/import`, { method: 'POST', headers, body: form });
  const { importId } = (await response.json()) as { importId: string };
  return waitFor(
    'the import to finish',
    async () => {
      const response = await fetch(`${url}/api/v1/admin/import/${importId}`, { headers });
      const report = ((await response.json()) as { import: ImportView }).import;
      return report.state === 'done' || report.state === 'failed' ? report : null;
    },
    600_000,
  );
}
