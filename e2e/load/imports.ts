import { gzipSync } from 'node:zlib';
import type { ImportView } from '#contract/imports.ts';
import { waitFor } from '../../testing/wait.ts';
import { idOf, SIZES, tokenOf } from './fill.ts';
import { type Figures, type LoadRequest, measure } from './measure.ts';
import type { Stage } from './stage.ts';

/** As many lines as the largest catalogue file that the shop was made for, and the seconds that it may take. */
export const IMPORT_LINES = 16_222;
export const IMPORT_SECONDS_MAX = 10;

export type ImportFigures = { call: string; idle: Figures; importing: Figures; seconds: number };

/** Shoppers at once beside the import. */
const SHOPPERS = 2;

const calls: [string, (turn: number) => LoadRequest][] = [
  [
    'GET /products/single/{id}',
    (turn) => ({ path: `/api/v1/products/single/${idOf('product', 1 + (turn % SIZES.products))}` }),
  ],
  ['GET /products', () => ({ path: '/api/v1/products', headers: { 'Accept-Encoding': 'br' } })],
];

/** How much slower shoppers are served while a worker imports a catalogue file, and how long that takes. */
export async function measureImports(stage: Stage, seconds: number): Promise<ImportFigures[]> {
  const stop = await stage.startWorkers(null);
  try {
    const figures: ImportFigures[] = [];
    for (const [call, next] of calls) {
      const load = { url: stage.url, concurrency: SHOPPERS };
      const idle = await measure(next, { ...load, seconds });
      const start = performance.now();
      let duration = 0;
      const importing = importFile(stage.url, call).then(() => {
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
  const answer = await fetch(`${url}/api/v1/admin/import`, { method: 'POST', headers, body: form });
  const { importId } = (await answer.json()) as { importId: string };
  const report = await waitFor(
    'the import to be over',
    async () => {
      const found = await fetch(`${url}/api/v1/admin/import/${importId}`, { headers });
      const report = ((await found.json()) as { import: ImportView }).import;
      return report.state === 'done' || report.state === 'failed' ? report : null;
    },
    120_000,
  );
  if (report.created !== IMPORT_LINES) throw new Error(`The import went wrong: ${JSON.stringify(report)}`);
}

/** Parts with prices, in two dozen categories. */
function catalogue(name: string): string {
  const line = (n: number) => ({
    title: `Part ${n} of ${name}`,
    description: `Size: ${n % 200}; color: Black; rpm: ${n} / 2000; airflow: 60.09; noise level: 22.6; pwm: True`,
    price: (100 + (n % 90_000)) / 100,
    category: `Imported category ${n % 24}`,
  });
  return Array.from({ length: IMPORT_LINES }, (_, n) => JSON.stringify(line(n))).join('\n');
}
