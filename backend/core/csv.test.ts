import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { constants } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import Koa from 'koa';
import compress from 'koa-compress';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait.ts';
import { type CsvValue, sendCsv, withoutFormulaGuard } from './csv.ts';
import { AppError } from './errors.ts';
import { respondToErrors } from './http/error-responses.ts';
import type { ShopContext, ShopState } from './http/http.ts';
import { closeServer, listen } from './http/listen.ts';

type Row = { name: CsvValue; value: CsvValue };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server that responds with these rows, compressed like the shop's responses. @returns its address */
async function serve(rows: () => AsyncIterable<Row>): Promise<string> {
  const app = new Koa<ShopState>();
  app.on('error', () => {});
  app.use(compress({ threshold: 1024, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }));
  app.use(respondToErrors(pino({ level: 'silent' })));
  app.use((ctx) => sendCsv(ctx as ShopContext, 'some rows.csv', ['name', 'value'], rows()));
  const server = createServer(app.callback());
  const port = await listen(server, 0, '127.0.0.1', 'PORT');
  closing.push(() => {
    server.closeAllConnections();
    return closeServer(server);
  });
  return `http://127.0.0.1:${port}/api/rows`;
}

async function* few(...rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const encodings = ['identity', 'gzip', 'br'];
const get = (url: string, encoding: string) => fetch(url, { headers: { 'Accept-Encoding': encoding } });

test.each(encodings)('sends a header and rows as a download (%s)', async (encoding) => {
  const rows: Row[] = [
    { name: 'a, "b"\nc', value: 1.5 },
    { name: ' Ünïcödé 田中 ', value: new Date(Date.UTC(2026, 0, 2)) },
    { name: '', value: null },
  ];
  const response = await get(await serve(() => few(...rows)), encoding);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="some rows.csv"');
  expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString()).toBe(
    '\ufeffname,value\r\n"a, ""b""\nc",1.5\r\n Ünïcödé 田中 ,2026-01-02T00:00:00.000Z\r\n,\r\n',
  );
  expect(parse(bytes, { bom: true, columns: true })).toHaveLength(3);
});

test('sends only the header if there are no rows', async () => {
  const response = await fetch(await serve(() => few()));
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\ufeffname,value\r\n');
});

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
/** What spreadsheets skip, or people can't see. */
const unseen = [
  ' ',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u202e',
  '\u3164',
  '\ufe0f',
  '\0',
  '\x7f',
];

test.each([
  ...signs.map((sign) => `${sign}1+1`),
  ...unseen.map((character) => `${character}=1+1`),
  ...unseen.map((character) => `${character} ${character}@SUM(A1)`),
  '-1+cmd|calc',
  '\t=1',
  '\r=1',
  '\n=1',
  '\tan indented text',
  "'=1",
  "''  +1",
])('escapes the formula %j, and an import takes the escape away', async (name) => {
  const text = await (await fetch(await serve(() => few({ name, value: -1 })))).text();
  const [row] = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as { name: string }[];
  expect(row).toEqual({ name: `'${name}`, value: '-1' });
  expect(withoutFormulaGuard(row?.name ?? '')).toBe(name);
});

test.each(['a=1', "it's", "'quoted'", '(=1)', '$=1', '１+1', ''])('leaves the text %j as it is', async (name) => {
  const text = await (await fetch(await serve(() => few({ name, value: 1 })))).text();
  expect(parse(text, { bom: true, columns: true })).toEqual([{ name, value: '1' }]);
  expect(withoutFormulaGuard(name)).toBe(name);
});

test('responds with an ordinary error if the first row fails', async () => {
  const url = await serve(async function* () {
    yield* [];
    throw new AppError('notFound', 'Rows not found');
  });
  const response = await fetch(url);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(await response.json()).toMatchObject({ status: 'error', message: 'Rows not found' });
});

test.each(encodings)('aborts the connection if a later row fails (%s)', async (encoding) => {
  const url = await serve(async function* () {
    for (let index = 0; index < 5000; index++) yield { name: `row ${index}`, value: crypto.randomUUID() };
    throw new Error('Connection to the database lost');
  });
  await expect(get(url, encoding).then((response) => response.text())).rejects.toThrow();
});

test.each(encodings)(
  'pulls rows only as fast as the client reads, and stops when it disconnects (%s)',
  async (encoding) => {
    let pulled = 0;
    let hasStopped = false;
    const url = await serve(async function* () {
      try {
        for (;;) {
          pulled++;
          yield { name: `row ${pulled}`, value: randomBytes(3000).toString('base64') };
        }
      } finally {
        hasStopped = true;
      }
    });
    const controller = new AbortController();
    const response = await fetch(url, { signal: controller.signal, headers: { 'Accept-Encoding': encoding } });
    let before = -1;
    await waitFor('the server to wait for the client', () => {
      const isWaiting = pulled === before;
      before = pulled;
      return isWaiting;
    });
    expect(response.ok).toBe(true);
    expect(hasStopped).toBe(false);
    controller.abort();
    await waitFor('the rows to end', () => hasStopped);
  },
);

test('responds to HEAD without reading all rows', async () => {
  let hasStopped = false;
  const url = await serve(async function* () {
    try {
      for (;;) yield { name: 'row', value: 1 };
    } finally {
      hasStopped = true;
    }
  });
  const response = await fetch(url, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  await waitFor('the rows to end', () => hasStopped);
});
