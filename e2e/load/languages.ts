import { withClient } from '../../testing/servers/database.ts';
import type { BenchShop } from './bench-shop.ts';
import { idInSql as id } from './fill.ts';
import { CATALOGUE, productId } from './fill-catalogue.ts';
import { COMPRESSED, type LoadRequest, measure } from './measure.ts';
import { memoryOf } from './memory.ts';
import { formatValue, missedLimit, printLimits, printProgress, printTable } from './table.ts';

/** Products that are translated into each other language. */
const TRANSLATED = CATALOGUE.products / 10;
const ROUNDS = 5;
/** How much longer a call may take than in English, and how much more memory the API may take. */
const SLOWER_MAX = 1.1;
const MEMORY_MAX = 1.15;

type LanguageCall = { name: string; path(turn: number): string };

/** Kept responses are the same in every language, so no address is asked for twice. */
const unkept = (turn: number) => `maxPrice=${1_000_000 + turn}`;

const calls: LanguageCall[] = [
  { name: 'page of the list', path: (turn) => `/api/v1/products?page=${1 + (turn % 500)}&${unkept(turn)}` },
  {
    name: 'largest category with facets',
    path: (turn) => `/api/v1/products?category=category-1&${unkept(turn)}`,
  },
  {
    name: 'search, common word',
    path: (turn) => `/api/v1/products?search=${['wireless', 'compact', 'headphones'][turn % 3]}&${unkept(turn)}`,
  },
  {
    name: 'search, near matches',
    path: (turn) => `/api/v1/products?search=${['wirelss+speker', 'hedphones'][turn % 2]}&${unkept(turn)}`,
  },
  { name: 'HTML of a product', path: (turn) => `/product/${productId(turn)}` },
  { name: 'HTML of a category', path: (turn) => `/category/category-1?page=${1 + (turn % 2500)}` },
];

/**
 * Measures a catalogue of which a tenth is translated into two languages, and compares it with what it was before.
 * @returns the missed limits
 */
export async function benchLanguages(shop: BenchShop, seconds: number): Promise<string[]> {
  const before = await measureAll(shop, ['en'], seconds);
  await withClient(shop.databaseUrl, async (client) => {
    for (const statement of translations) await client.query(statement);
  });
  const after = await measureAll(
    await shop.startApi().then(({ url, pid }) => ({ url, apiPid: pid })),
    ['en', 'de'],
    seconds,
  );
  const rows = calls.map(({ name }, index) => {
    const [english = 0, german = 0] = after.times[index] ?? [];
    return { name, english, german, ratio: german / english };
  });
  printTable(
    'Calls in German, relative to English: milliseconds, the median of one request at a time',
    ['', 'English', 'German', 'ratio', 'limit'],
    rows.map(({ name, english, german, ratio }) => [
      name,
      formatValue(english),
      formatValue(german),
      formatValue(ratio),
      String(SLOWER_MAX),
    ]),
  );
  return [
    ...rows.flatMap(({ name, ratio }) => missedLimit({ what: `${name}, in German`, value: ratio, most: SLOWER_MAX })),
    ...(before.memory === null || after.memory === null
      ? []
      : printLimits('Memory of the API', [
          { what: 'MB with one language', value: before.memory },
          { what: 'MB with three', value: after.memory },
          { what: 'ratio', value: after.memory / before.memory, most: MEMORY_MAX },
        ])),
  ];
}

/** @returns the fastest median of each call in each language, and the memory afterwards in MB */
async function measureAll(
  { url, apiPid }: Pick<BenchShop, 'url' | 'apiPid'>,
  codes: readonly string[],
  seconds: number,
): Promise<{ times: number[][]; memory: number | null }> {
  let turn = 0;
  const times = calls.map(() => codes.map(() => Number.POSITIVE_INFINITY));
  // In turns, as the load of the machine changes.
  for (let round = 0; round < ROUNDS; round += 1) {
    printProgress(`round ${round + 1} of ${ROUNDS} in ${codes.join(', ')}`);
    for (const [index, call] of calls.entries()) {
      for (const [place, code] of codes.entries()) {
        const next = () => {
          turn += 1;
          return requestIn(code, call.path(turn));
        };
        const { p50 } = await measure(next, { url, concurrency: 1, seconds: seconds / codes.length });
        const row = times[index] as number[];
        row[place] = Math.min(row[place] as number, p50);
      }
    }
  }
  return { times, memory: (await memoryOf(apiPid))?.current ?? null };
}

function requestIn(code: string, path: string): LoadRequest {
  const isApi = path.startsWith('/api/');
  return {
    path: isApi || code === 'en' ? path : `/${code}${path}`,
    headers: { ...COMPRESSED, 'Accept-Language': code },
  };
}

/** Statements that translate every tenth product and all categories. The next API loads everything when it starts. */
const translations = [
  'set session_replication_role = replica',
  `insert into setting (name, value) values ('languages', '["en", "de", "sr"]')`,
  `update product set translations = jsonb_build_object(
     'de', jsonb_build_object('title', 'Übersetzt ' || title, 'description', 'Für alle, die ' || description),
     'sr', jsonb_build_object('title', 'Prevedeno ' || title, 'description', 'Za sve koji ' || description))
   where id in (select ${id('product', 'n')} from generate_series(10, ${10 * TRANSLATED}, 10) n)`,
  `update category set translations = jsonb_build_object('de', jsonb_build_object('categoryName', 'Kategorie ' || name),
     'sr', jsonb_build_object('categoryName', 'Kategorija ' || name))`,
  'reset session_replication_role',
];
