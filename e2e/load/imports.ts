import { gzipSync } from 'node:zlib';
import type { ImportView } from '#contract/imports.ts';
import { waitFor } from '../../testing/wait.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf, SIZES, tokenOf } from './fill.ts';
import { type Figures, type LoadRequest, measure } from './measure.ts';

/** The lines of the largest expected catalogue file, and the seconds its import may take. */
export const IMPORT_LINES = 16_222;
export const IMPORT_SECONDS_MAX = 10;

export type ImportFigures = { call: string; idle: Figures; importing: Figures; seconds: number };

/** Concurrent requests during the import. */
const SHOPPERS = 2;

const calls: [string, (turn: number) => LoadRequest][] = [
  [
    'GET /products/single/{id}',
    (turn) => ({ path: `/api/v1/products/single/${idOf('product', 1 + (turn % SIZES.products))}` }),
  ],
  ['GET /products', () => ({ path: '/api/v1/products', headers: { 'Accept-Encoding': 'br' } })],
];

/** Measures shop calls before and during an import, and the duration of the import. */
export async function measureImports(shop: BenchShop, seconds: number): Promise<ImportFigures[]> {
  const stop = await shop.startWorkers(null);
  try {
    const figures: ImportFigures[] = [];
    for (const [call, next] of calls) {
      const load = { url: shop.url, concurrency: SHOPPERS };
      const idle = await measure(next, { ...load, seconds });
      const start = performance.now();
      let duration = 0;
      const importing = importFile(shop.url, call).then(() => {
        duration = (performance.now() - start) / 1000;
      });
      figures.push({ call, idle, importing: await measure(next, { ...load, seconds: importing }), seconds: duration });
      await importing;
    }
    return figures;
  } finally {
    await stop();
  }
}

async function importFile(url: string, name: string): Promise<void> {
  const headers = { Authorization: tokenOf('admin') };
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(gzipSync(catalogue(name)))]), 'parts.jsonl.gz');
  const response = await fetch(`${url}/api/v1/admin/import`, { method: 'POST', headers, body: form });
  const { importId } = (await response.json()) as { importId: string };
  const report = await waitFor(
    'the import to finish',
    async () => {
      const response = await fetch(`${url}/api/v1/admin/import/${importId}`, { headers });
      const report = ((await response.json()) as { import: ImportView }).import;
      return report.state === 'done' || report.state === 'failed' ? report : null;
    },
    120_000,
  );
  if (report.created !== IMPORT_LINES) throw new Error(`The import failed: ${JSON.stringify(report)}`);
}

/** A JSON lines file of parts in two dozen categories. */
function catalogue(name: string): string {
  const line = (n: number) => ({
    title: `Part ${n} of ${name}`,
    description: `Size: ${n % 200}; color: Black; rpm: ${n} / 2000; airflow: 60.09; noise level: 22.6; pwm: True`,
    price: (100 + (n % 90_000)) / 100,
    category: `Imported category ${n % 24}`,
  });
  return Array.from({ length: IMPORT_LINES }, (_, n) => JSON.stringify(line(n))).join('\n');
}
