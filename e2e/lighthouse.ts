import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { browserOptions } from '../testing/browser.ts';
import { startStack, temporaryDataFolder } from '../testing/processes/stack.ts';

/** npm downloads it on demand, because it is larger than all dependencies of the shop. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Minimum scores out of 100 for each page, on Lighthouse's default device, a mid-range phone. */
const LIMITS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/**
 * Maximum milliseconds of Largest Contentful Paint, and maximum Cumulative Layout Shift. The paint is measured in a browser
 * that is really slowed down. By default, Lighthouse simulates that, and counts scripts which don't delay the paint:
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
const PAINT_MAX = 1800;
const SHIFT_MAX = 0;
/** The only page that doesn't arrive rendered, since the cart is in the browser: PAINT_MAX doesn't apply. */
const CART = '/order';
/** The median counts: https://github.com/GoogleChrome/lighthouse/blob/main/docs/variability.md */
const RUNS = 3;

type Category = keyof typeof LIMITS;
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
};
type Row = {
  page: string;
  scores: Record<Category, number>;
  paint: { simulated: number; applied: number };
  shift: number;
  problems: string[];
};

const categories = Object.keys(LIMITS) as Category[];
const execute = promisify(execFile);

async function inspect(url: string, throttling: 'simulate' | 'devtools'): Promise<Report> {
  const { executablePath, args } = browserOptions();
  const options = [
    '--output=json',
    '--quiet',
    `--only-categories=${categories.join(',')}`,
    `--throttling-method=${throttling}`,
    `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
  ];
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options];
  const { stdout } = await execute('npm', command, {
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: 100_000_000,
  });
  return JSON.parse(stdout);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function problemsOf({ categories: found, audits }: Report): string[] {
  return categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => found[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
    .map(({ id }) => audits[id]?.title ?? id);
}

async function measure(page: string, url: string): Promise<Row> {
  const [reports, applied]: [Report[], Report[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    reports.push(await inspect(url, 'simulate'));
    applied.push(await inspect(url, 'devtools'));
  }
  const score = (category: Category) =>
    Math.round(median(reports.map(({ categories }) => categories[category].score ?? 0)) * 100);
  const metric = (reports: Report[], audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const paint = 'largest-contentful-paint';
  return {
    page,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    paint: { simulated: metric(reports, paint), applied: metric(applied, paint) },
    shift: metric(reports, 'cumulative-layout-shift'),
    problems: [...new Set(reports.flatMap(problemsOf))],
  };
}

function isGood({ page, scores, paint, shift }: Row): boolean {
  return (
    categories.every((category) => scores[category] >= LIMITS[category]) &&
    (paint.applied <= PAINT_MAX || page === CART) &&
    shift <= SHIFT_MAX
  );
}

/** Runs Lighthouse on the shop's main pages, prints the scores and metrics, and fails if one misses its limit. */
async function main(): Promise<void> {
  const folder = await temporaryDataFolder();
  const stack = await startStack({ dataDir: folder.path });
  try {
    const { products } = (await (await fetch(`${stack.url}/api/v1/products`)).json()) as { products: ProductView[] };
    const [product] = products;
    const pages = {
      '/': '/',
      'a category': `/category/${product?.categoryId.slug}`,
      'a product': `/product/${product?._id}`,
      [CART]: CART,
    };
    print(['page', ...categories, 'LCP (ms)', 'LCP, simulated', 'CLS']);
    for (const [page, path] of Object.entries(pages)) {
      const row = await measure(page, stack.url + path);
      const { scores, paint, shift } = row;
      const paints = [paint.applied, paint.simulated].map((milliseconds) => milliseconds.toFixed(0));
      print([page, ...categories.map((category) => String(scores[category])), ...paints, shift.toFixed(3)]);
      for (const problem of row.problems) process.stdout.write(`  ${problem}\n`);
      if (!isGood(row)) process.exitCode = 1;
    }
    const limits = [
      ...categories.map((category) => `>= ${LIMITS[category]}`),
      `<= ${PAINT_MAX}`,
      '',
      `<= ${SHIFT_MAX}`,
    ];
    print(['limits', ...limits]);
  } finally {
    await stack.stop();
    await folder.remove();
  }
}

function print([name = '', ...cells]: string[]): void {
  process.stdout.write(`${name.padEnd(12)}${cells.map((cell) => cell.padStart(16)).join('')}\n`);
}

await main();
