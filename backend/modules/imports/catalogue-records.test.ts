import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { FileStorage } from '../../core/storage/file-storage.ts';
import { readLines } from './catalogue-lines.ts';
import { createKeys, isFileName } from './catalogue-product.ts';
import { type CatalogueRecord, readRecords } from './catalogue-records.ts';

const folder = await mkdtemp(join(tmpdir(), 'webshop-catalogue-'));
const storage = new FileStorage(folder);
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Uint8Array) {
  const key = crypto.randomUUID();
  await storage.put(key, Buffer.from(content));
  return readAll(key);
}

async function readAll(key: string): Promise<CatalogueRecord[]> {
  const records: CatalogueRecord[] = [];
  for await (const record of readRecords(readLines(storage, key))) records.push(record);
  return records;
}

const HEADER = 'title,description,price,category,image\n';

describe('the source of lines', () => {
  let isClosed = false;
  async function* open(...lines: string[]) {
    isClosed = false;
    try {
      for (const [place, text] of lines.entries()) yield { number: place + 1, text };
    } finally {
      isClosed = true;
    }
  }

  test('is closed when its header is rejected', async () => {
    await expect(readRecords(open('title,description', 'a,b', 'c,d')).next()).rejects.toThrow();
    expect(isClosed).toBe(true);
  });

  test('is closed when the caller stops early', async () => {
    for await (const record of readRecords(open(HEADER.trim(), 'a,b,1,c,', 'd,e,2,f,'))) {
      expect(record).toMatchObject({ line: 2 });
      break;
    }
    expect(isClosed).toBe(true);
  });
});

describe('JSON lines', () => {
  test('are numbered as in an editor, and blank ones are skipped', async () => {
    expect(await read('\n{"title":"a"}\r\n   \n{"title":"b"}')).toEqual([
      { line: 2, lastLine: 2, fields: { title: 'a' } },
      { line: 4, lastLine: 4, fields: { title: 'b' } },
    ]);
  });

  test("that are broken don't affect other lines", async () => {
    const records = await read('{"title":"a"}\n{"title":\n[1]\n7\nnull\n{"title":"b"}\n');
    expect(records.map((record) => ('fields' in record ? record.fields : record.rejection))).toEqual([
      { title: 'a' },
      'Invalid JSON',
      'Not a JSON object',
      'Not a JSON object',
      'Not a JSON object',
      { title: 'b' },
    ]);
  });

  test('that are too long are rejected, wherever chunks end', async () => {
    const long = (length: number) => `{"title":"${'x'.repeat(length)}"}`;
    const records = await read(`{}\n${long(70_000)}\n${long(300_000)}\n{}\n${long(200_000)}`);
    expect(records).toEqual([
      { line: 1, lastLine: 1, fields: {} },
      { line: 2, lastLine: 2, rejection: 'Longer than 64 kB' },
      { line: 3, lastLine: 3, rejection: 'Longer than 64 kB' },
      { line: 4, lastLine: 4, fields: {} },
      { line: 5, lastLine: 5, rejection: 'Longer than 64 kB' },
    ]);
  });

  test('keep a character split across two chunks', async () => {
    // Files are read in chunks of 64 kB.
    for (const cut of [1, 2, 3, 4, 5]) {
      const padding = '\n'.repeat(65_536 - '{"title":"'.length - cut);
      expect(await read(`${padding}{"title":"日本"}`)).toMatchObject([{ fields: { title: '日本' } }]);
    }
  });

  test('can contain any property name as plain data', async () => {
    const [record] = await read('{"__proto__":{"title":"x"},"constructor":1}');
    expect(record && 'fields' in record && 'title' in record.fields).toBe(false);
  });
});

describe('CSV', () => {
  test('can have its columns in any order and case, among others', async () => {
    expect(await read('Rating, CATEGORY ,price,Title,description\n5,Audio,19.99,Headphones,Loud\n')).toEqual([
      {
        line: 2,
        lastLine: 2,
        fields: { title: 'Headphones', description: 'Loud', price: 19.99, category: 'Audio', image: undefined },
      },
    ]);
  });

  test('exported by the shop has its original texts, also those with apostrophes', async () => {
    const records = await read(`${HEADER}'=SUM(A1),"'+1",5,'Audio'\n'90s Walkman,'''-x,5,Audio\n`);
    expect(records.map((record) => 'fields' in record && [record.fields.title, record.fields.description])).toEqual([
      ['=SUM(A1)', '+1'],
      ["'90s Walkman", "''-x"],
    ]);
  });

  test('can quote commas, quotes and line ends', async () => {
    const records = await read(
      `${HEADER}"27"" monitor, black","one\r\ntwo\n\nthree",5,Monitors,\nb,c,6,Monitors,x.png\n`,
    );
    expect(records).toEqual([
      {
        line: 2,
        lastLine: 5,
        fields: {
          title: '27" monitor, black',
          description: 'one\ntwo\n\nthree',
          price: 5,
          category: 'Monitors',
          image: '',
        },
      },
      {
        line: 6,
        lastLine: 6,
        fields: { title: 'b', description: 'c', price: 6, category: 'Monitors', image: 'x.png' },
      },
    ]);
  });

  test('converts a price only if it is a number', async () => {
    const prices = ['5', ' 5.50 ', '-1', '1e3', '5,5', '1,349.00', '1,349', '0x10', '', ' ', 'Infinity', '١'];
    const records = await read(HEADER + prices.map((price) => `a,b,"${price}",c\n`).join(''));
    expect(records.map((record) => ('fields' in record ? record.fields.price : record))).toEqual([
      5,
      5.5,
      -1,
      1000,
      5.5,
      1349,
      '1,349',
      '0x10',
      undefined,
      undefined,
      'Infinity',
      '١',
    ]);
  });

  const saved = [
    ['title', 'description', 'price', 'category', 'image'],
    ['Mouse', 'Fine; soft', '12,50', 'Mice', ''],
    ['', '', '', '', ''],
    ['Pad', 'Two\nlines', '1.299', 'Mice', ''],
  ];
  const joined = (separator: string, lineEnd: string) => {
    const quoted = (value: string) => (/[,;\t\n]/.test(value) ? `"${value}"` : value);
    return saved.map((row) => row.map(quoted).join(separator) + lineEnd).join('');
  };

  test.each<[string, string | Uint8Array]>([
    ['semicolons', joined(';', '\r\n')],
    ['semicolons and a byte order mark', `\ufeff${joined(';', '\n')}`],
    ['tabs', joined('\t', '\n')],
    ['tabs in UTF-16, as Unicode Text', Buffer.from(`\ufeff${joined('\t', '\r\n')}`, 'utf16le')],
    ['tabs in UTF-16 of the other order', Buffer.from(`\ufeff${joined('\t', '\r\n')}`, 'utf16le').swap16()],
    ['line ends of old Macs', joined(';', '\r')],
    ['names in quotes', joined(';', '\n').replace('title;description', '"title";"description"')],
  ])('is read as spreadsheets save it: with %s', async (_what, content) => {
    const mouse = { title: 'Mouse', description: 'Fine; soft', price: 12.5, category: 'Mice', image: '' };
    expect(await read(content)).toEqual([
      { line: 2, lastLine: 2, fields: mouse, hasLocalNumbers: true },
      {
        line: 4,
        lastLine: 5,
        // 1299 or 1.299: the row is refused.
        fields: { ...mouse, title: 'Pad', description: 'Two\nlines', price: '1.299' },
        hasLocalNumbers: true,
      },
    ]);
  });

  test.each([',', ';', '\t', '|'])('can name its separator, such as %j, in a first line', async (separator) => {
    const rows = [
      ['title', 'description', 'price', 'category'],
      ['A', 'b', '5', 'C'],
    ].map((row) => row.join(separator));
    for (const first of [`sep=${separator}`, `"SEP=${separator}"`, `\ufeffsep=${separator}`]) {
      expect(await read([first, ...rows].join('\r\n'))).toMatchObject([
        { line: 3, fields: { title: 'A', category: 'C' } },
      ]);
    }
  });

  test('can have rows without values, and empty cells beyond its columns', async () => {
    const blank = ',,,,\n, ,,,\n"","",,,\n'.repeat(100);
    const records = await read(`,,,,,,\n${HEADER.trim()},,\na,b,1,c,,,,\n${blank}d,e,2,f\n`);
    expect(records).toMatchObject([
      { line: 3, fields: { title: 'a' } },
      { line: 304, fields: { title: 'd' } },
    ]);
    expect(records).toHaveLength(2);
  });

  test('has any line ends, wherever chunks end', async () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      for (const cut of [0, 1, 2]) {
        const padding = 'x'.repeat(32_768 - HEADER.length - 'a,,1,c,'.length - cut);
        const file = `${HEADER}a,${padding},1,c,\na,${padding}${'x'.repeat(HEADER.length)},1,c,\nb,b,2,c,`;
        const records = await read(file.replaceAll('\n', lineEnd));
        expect(records.map(({ line }) => line)).toEqual([2, 3, 4]);
        expect(records[2]).toMatchObject({ fields: { title: 'b', image: '' } });
      }
    }
  });

  test('with an unclosed quote loses only that line', async () => {
    const lines = [`"a,b,1,c`, 'd,e,2,f', '', 'g,h,3,i'];
    const records = await read(HEADER + lines.join('\n'));
    expect(records).toMatchObject([
      { line: 2, lastLine: 2, rejection: 'A quote is not closed' },
      { line: 3, fields: { title: 'd' } },
      { line: 5, fields: { title: 'g' } },
    ]);
  });

  test("with an unclosed quote isn't read into memory as a whole", async () => {
    const filler = `${'x,'.repeat(20)}\n`.repeat(5000);
    const records = await read(`${HEADER}"a,b,1,c\n${filler}d,e,2,f\n`);
    expect(records[0]).toMatchObject({ line: 2, rejection: 'A quote is not closed' });
    expect(records).toHaveLength(5002);
    expect(records.at(-1)).toMatchObject({ line: 5003, fields: { title: 'd' } });
  });

  test.each([
    ['27" monitor,b,1,c', 'Invalid CSV. Check the quotes.'],
    ['"a"b,b,1,c', 'Invalid CSV. Check the quotes.'],
    ['a,b,1,c,d,e', 'More values than columns'],
    [`${'x'.repeat(70_000)},b,1,c`, 'Longer than 64 kB'],
  ])('rejects %.40s', async (line, rejection) => {
    const records = await read(`${HEADER}${line}\nd,e,2,f\n`);
    expect(records).toMatchObject([
      { line: 2, rejection },
      { line: 3, fields: { title: 'd' } },
    ]);
  });

  test('full of quotes is read in linear time', async () => {
    const start = performance.now();
    await read(`${HEADER}${'"\n""\n'.repeat(10_000)}`);
    await read(`${HEADER}${`"${'\n'.repeat(999)}`.repeat(50)}`);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

describe('a file as a whole', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /^The file is empty$/],
    ['blank lines', ' \n\r\n\n', /^The file is empty$/],
    ['a single byte', '\n', /^The file is empty$/],
    ['other text', 'Dear shop,\nplease import my parts', /^The file must be JSON Lines, or CSV/],
    ['CSV without its columns', 'title;description;price\n', /^The file must be JSON Lines, or CSV/],
    ['a JSON array', '[{"title":"a"}]', /^The file must be JSON Lines, or CSV/],
    [
      'a picture',
      Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'),
      /^The file is not UTF-8 text\. Save your spreadsheet as CSV UTF-8\.$/,
    ],
    [
      'a workbook, also one named .csv',
      Buffer.from('PK\x03\x04\x14\0', 'latin1'),
      /^The file is a spreadsheet or an archive/,
    ],
    ['an old workbook', Buffer.from('\xd0\xcf\x11\xe0\xa1', 'latin1'), /^The file is a spreadsheet or an archive/],
    ['a compressed workbook', gzipSync('PK\x03\x04\x14'), /^The file is a spreadsheet or an archive/],
    ['half a character of UTF-16', Buffer.from('\xff\xfea', 'latin1'), /^The file is not UTF-8 text/],
    ['a separator alone', 'sep=;\n', /^The file must be JSON Lines, or CSV/],
    ['an unfinished character at its end', Buffer.from('{}\n\xe2\x82', 'latin1'), /^The file is not UTF-8 text/],
    ['half a gzip file', gzipSync('{}\n'.repeat(9999)).subarray(0, 50), /^The gzip file is incomplete$/],
    ['a broken gzip file', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), /^The gzip file is damaged$/],
    ['a gzip bomb', gzipSync(Buffer.alloc(251 * 1024 * 1024, ' ')), /^The uncompressed file is larger than 250 MB$/],
    ['too many lines', gzipSync(Buffer.alloc(1_000_001, '\n')), /^The file has more than 1,000,000 rows$/],
  ])('is rejected if it contains %s', async (_what, content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence);
  });

  test('is rejected if it is missing', async () => {
    await expect(readAll('gone')).rejects.toThrow('The uploaded file is missing. Upload it again.');
  });

  test('can be gzip with one or more members, and can begin with a byte order mark', async () => {
    const parts = Buffer.concat([gzipSync('\ufeff{"title":"a"}\n{"ti'), gzipSync('tle":"b"}')]);
    const expected = [{ fields: { title: 'a' } }, { fields: { title: 'b' } }];
    expect(await read(parts)).toMatchObject(expected);
    expect(await read('\ufeff{"title":"a"}\n{"title":"b"}')).toMatchObject(expected);
    expect(await read(`\ufeff${HEADER}a,b,1,c`)).toMatchObject([{ fields: { title: 'a' } }]);
  });
});

describe('the key of a line', () => {
  const line = { title: 'Fan', description: 'Cool', category: 'Fans', price: 5 };

  test("is the same in every file, regardless of the price and the category's case", () => {
    expect(createKeys()(line)).toBe(createKeys()({ ...line, price: 7, category: ' FANS ' }));
  });

  test('is the same for composed letters and any white space', () => {
    const named = { ...line, title: 'Čist zrak', category: 'Slušalice i zvučnici' };
    const typed = {
      ...line,
      title: ' Čist\u00a0zrak'.normalize('NFD'),
      category: 'Slušalice  i zvučnici'.normalize('NFD'),
    };
    expect(createKeys()(typed)).toBe(createKeys()(named));
  });

  test('distinguishes equal lines by their order, even if one is rejected', () => {
    const keyOf = createKeys();
    const keys = [keyOf(line), keyOf({ ...line, price: 'none' }), keyOf(line), keyOf({ ...line, title: 'Fan2' })];
    expect(new Set(keys).size).toBe(4);
    expect(keys[2]).toMatch(/-3$/);
  });

  test('changes if text moves from one field to the next', () => {
    const keyOf = createKeys();
    expect(keyOf({ ...line, title: 'Fan","Cool' })).not.toBe(
      keyOf({ ...line, title: 'Fan', description: 'Cool","Cool' }),
    );
  });

  test('is null if a text is missing', () => {
    expect(createKeys()({ ...line, title: 5 })).toBeNull();
  });
});

test.each([
  ['picture.jpg', true],
  ['Bücher ☃ 日本.png', true],
  ['.hidden', true],
  ['a..b', true],
])('%j is a bare file name', (name, is) => {
  expect(isFileName(name)).toBe(is);
});

test.each(['', '.', '..', '../a', 'a/b', '/etc/passwd', 'a\\b', 'C:\\a', 'a\0', 'a\nb', 'x'.repeat(256)])(
  '%j is not a bare file name',
  (name) => {
    expect(isFileName(name)).toBe(false);
  },
);
