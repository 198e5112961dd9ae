import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { m } from '#messages';
import { catalogueLines, importFile, importForm, packed, untilFilesAreGone } from '../../../testing/data/imports.ts';
import { drawing, listUploads } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';

const shop = await startTestShop({ workers: true });
let admin = '';
let picture: Uint8Array = new Uint8Array();

beforeAll(async () => {
  admin = (await shop.admin()).token;
  picture = await drawing().jpeg().toBuffer();
});

/** Makes the lines of a test unique. */
const own = () => crypto.randomUUID().slice(0, 8);
const line = (fields: object) =>
  JSON.stringify({ title: 'Fan', description: 'Cool', price: 19.99, category: 'Fans', ...fields });
const send = (lines: string[] | string, pictures: { name: string; bytes: Uint8Array }[] = []) =>
  importFile(shop, admin, importForm([lines].flat().join('\n'), pictures));

type Row = { id: string; title: string; price: number; version: number; pictureState: string | null; image: string };
const products = (category: string) =>
  shop.em().execute<Row[]>(
    `select p.id, p.title, p.price_cents / 100.0::float8 as price, p.version,
       coalesce(picture.id || picture.extension, '') as image, picture.state as "pictureState"
     from product p join category c on c.id = p.category_id left join picture on picture.owner_id = p.id where lower(c.name) = lower(?) order by p.id`,
    [category],
  );

const untilNoFiles = () => untilFilesAreGone(shop);

describe('a catalogue file', () => {
  test('exported by the shop updates its products by id and adds none', async () => {
    const [category, other] = [`Fans ${own()}`, `Coolers ${own()}`];
    await send([line({ category, title: 'Edited' }), line({ category, title: 'Kept' })]);
    const exported = await (
      await fetch(`${shop.url}/api/v1/admin/product/export`, { headers: { Authorization: admin } })
    ).text();
    const form = (text: string) => importForm(text, [], 'products.csv');
    const before = (await shop.call('GET', '/products')).body.products.length;
    expect(await importFile(shop, admin, form(exported))).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: before,
      refused: 0,
    });
    const edited = exported.replace(`Edited,Cool,19.99,${category},`, `Quiet,Cooler,25.5,${other},`);
    expect(await importFile(shop, admin, form(edited))).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: before - 1,
    });
    expect(await products(other)).toMatchObject([{ title: 'Quiet', price: 25.5, version: 2 }]);
    expect(await products(category)).toMatchObject([{ title: 'Kept', price: 19.99, version: 1 }]);
    await shop.untilCalm();
    const { body } = await shop.call('GET', '/admin/category', { token: admin });
    const counts = new Map(
      body.allCategories.map(({ categoryName, productCount }: Record<string, unknown>) => [categoryName, productCount]),
    );
    expect([counts.get(category), counts.get(other)]).toEqual([1, 1]);
  });

  test('with ids from another system adds its products', async () => {
    const category = `Fans ${own()}`;
    const lines = ['SKU-1', 7, crypto.randomUUID()].map((id) => line({ category, title: `Fan ${id}`, id }));
    expect(await send(lines)).toMatchObject({ created: 3, refused: 0 });
    expect(await send(lines)).toMatchObject({ created: 0, unchanged: 3 });
  });

  test('becomes products; missing categories are created, and the worker counts their products', async () => {
    const category = `Fans ${own()}`;
    await shop.call('POST', '/admin/category', { token: admin, body: { categoryName: category } });
    const lines = [line({ category, title: 'A' }), line({ category: ` ${category.toUpperCase()} `, title: 'B' }), ''];
    const report = await importFile(shop, admin, importForm(lines.join('\n'), [], 'C:\\parts\\fans.jsonl'));
    expect(report).toEqual({
      _id: expect.any(String),
      fileName: 'fans.jsonl',
      check: false,
      state: 'done',
      progress: 1,
      linesDone: 2,
      lineCount: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      newCategories: [],
      refused: 0,
      refusals: [],
      failure: null,
      date: expect.stringMatching(/Z$/),
    });
    await shop.untilCalm();
    const { body } = await shop.call('GET', '/admin/category', { token: admin });
    const made = body.allCategories.filter(
      ({ categoryName }: { categoryName: string }) => categoryName.toLowerCase() === category.toLowerCase(),
    );
    expect(made).toMatchObject([{ categoryName: category, productCount: 2 }]);
    const all = (await shop.call('GET', '/products')).body.products;
    expect(all.find(({ title }: { title: string }) => title === 'A')).toMatchObject({
      description: 'Cool',
      price: 19.99,
      image: '',
      imageState: 'none',
      imageWidths: [],
      categoryId: { categoryName: category },
    });
    await untilNoFiles();
  });

  test('can be gzipped CSV', async () => {
    const category = own();
    const csv = `title,description,price,category\n"27"" monitor","one\ntwo",5.50,${category}\nb,c,6,${category}`;
    expect(await importFile(shop, admin, importForm(packed(csv)))).toMatchObject({ state: 'done', created: 2 });
    expect(await products(category)).toMatchObject([
      { title: '27" monitor', price: 5.5 },
      { title: 'b', price: 6 },
    ]);
  });

  test('is validated line by line, with the reasons in the report', async () => {
    const category = own();
    const wrong: [fields: object | string, reason: string, columns?: string[]][] = [
      [{ title: ' ' }, 'Title is required'],
      [{ title: 'x'.repeat(201) }, 'Title can have at most 200 characters'],
      [{ title: 'a\u0000b' }, 'Contains a character that cannot be stored'],
      [{ description: '\ud800' }, 'Contains a character that cannot be stored'],
      [{ description: undefined }, 'Description is required'],
      [{ price: '19.99' }, 'Price must be a number, such as 12.50'],
      [{ price: -1 }, 'Price must be positive value'],
      [{ price: 1.001 }, 'Price can have at most two decimals'],
      [{ price: 1_000_000.01 }, 'Price can be at most 1,000,000'],
      [{ category: '' }, 'Category Name is required!'],
      [{ category: 'x'.repeat(101) }, 'Category Name can have at most 100 characters'],
      [{ title: '', price: null }, 'Title is required; Price is required'],
      [{ image: '../secret.png' }, 'Image must be a file name without a folder'],
      [{ image: '/etc/passwd' }, 'Image must be a file name without a folder'],
      [{ image: 5 }, 'Must be text'],
      [{ title: { toString: 1 } }, 'Must be text'],
      [{ constructor: 1, price: { valueOf: 'x' } }, 'Price must be a number, such as 12.50', ['price']],
      [{ image: 'absent.png' }, 'Picture not found: absent.png'],
      ['{', 'Invalid JSON'],
      ['[]', 'Not a JSON object'],
      [`{"title":"${'x'.repeat(70_000)}"}`, 'Longer than 64 kB'],
    ];
    const lines = [
      line({ category, title: 'first' }),
      ...wrong.map(([fields]) => (typeof fields === 'string' ? fields : line({ category, ...fields }))),
      line({ category, title: 'last', rating: 5, version: 9, _id: 'x', importKey: 'y' }),
    ];
    const report = await send(lines);
    expect(report).toMatchObject({ state: 'done', created: 2, refused: wrong.length });
    expect(report.refusals).toEqual(
      wrong.map(([fields, reason, columns], index) => ({
        line: index + 2,
        columns: columns ?? (typeof fields === 'string' ? [] : Object.keys(fields)),
        reason,
      })),
    );
    expect(await products(category)).toMatchObject([
      { title: 'first', version: 1 },
      { title: 'last', version: 1 },
    ]);
  });

  test('counts rejected lines beyond the limit of its report', async () => {
    const report = await send(Array.from({ length: 1201 }, () => '{"title":1}'));
    expect(report).toMatchObject({ state: 'done', created: 0, refused: 1201 });
    expect(report.refusals.map(({ line }) => line)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  });

  test('keeps texts as typed', async () => {
    const category = own();
    const title = '  \'); drop table product; -- ? ?? :x $1 {"a"} \\ \u202e田中 ';
    await send(line({ category, title, description: title }));
    expect((await products(category)).map((product) => product.title)).toEqual([title]);
  });
});

describe('the same file again', () => {
  test('changes nothing but prices, and adds new lines', async () => {
    const category = own();
    const lines = (price: number) => catalogueLines(3).map((text) => line({ ...JSON.parse(text), category, price }));
    expect(await send(lines(10))).toMatchObject({ created: 3, updated: 0, unchanged: 0 });
    const before = await products(category);
    expect(await send(lines(10))).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await products(category)).toEqual(before);
    const mixed = [...lines(10).slice(0, 2), ...lines(12.5).slice(2), line({ category, title: 'new' })];
    expect(await send(mixed)).toMatchObject({ created: 1, updated: 1, unchanged: 2 });
    expect(await products(category)).toMatchObject([
      { price: 10, version: 1 },
      { price: 10, version: 1 },
      { price: 12.5, version: 2 },
      { title: 'new', version: 1 },
    ]);
  });

  test('creates one product for each of several equal lines', async () => {
    const category = own();
    const lines = [line({ category }), line({ category, price: 'x' }), line({ category }), line({ category })];
    expect(await send(lines)).toMatchObject({ created: 3, refused: 1 });
    expect(await send(lines)).toMatchObject({ created: 0, unchanged: 3, refused: 1 });
    lines[1] = line({ category });
    expect(await send(lines)).toMatchObject({ created: 1, unchanged: 3 });
    expect(await products(category)).toHaveLength(4);
  });

  test('finds its products even after an admin renames them and their category', async () => {
    const category = own();
    await send([line({ category })]);
    const em = shop.em();
    await em.execute(
      `update product set title = 'Renamed' where title = 'Fan' and category_id in
      (select id from category where name = ?)`,
      [category],
    );
    await em.execute('update category set name = ? where name = ?', [`${category} renamed`, category]);
    expect(await send([line({ category })])).toMatchObject({ created: 0, unchanged: 1 });
    expect(await products(category)).toEqual([]);
  });

  test('is imported once if it is sent twice concurrently', async () => {
    const category = own();
    const lines = catalogueLines(1200).map((text) => line({ ...JSON.parse(text), category }));
    const reports = await Promise.all([send(lines), send(lines)]);
    expect(reports.map(({ created }) => created).sort()).toEqual([0, 1200]);
    expect(reports.map(({ unchanged }) => unchanged).sort()).toEqual([0, 1200]);
    expect(await products(category)).toHaveLength(1200);
  });
});

describe('pictures', () => {
  test('are published by the worker, including one shared by several lines', async () => {
    const category = own();
    const names = ['plain.jpg', 'Bücher ☃ 日本 "x".jpg', 'plain.jpg'];
    const lines = names.map((image, index) => line({ category, title: `With picture ${index}`, image }));
    const pictures = [...new Set(names)].map((name) => ({ name, bytes: picture }));
    expect(await send([...lines, line({ category, title: 'Without', image: '' })], pictures)).toMatchObject({
      created: 4,
      refusals: [],
    });
    await shop.untilCalm();
    const rows = await products(category);
    expect(rows.map(({ pictureState }) => pictureState)).toEqual(['ready', 'ready', 'ready', null]);
    expect(new Set(rows.map(({ image }) => image)).size).toBe(4);
    const published = await fetch(`${shop.url}/uploads/${rows[1]?.image}`);
    expect(published.headers.get('content-type')).toBe('image/jpeg');
  });

  test('that are invalid cause their lines to be rejected and leave no files', async () => {
    const category = own();
    const large = sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#123' } });
    const pictures = [
      { name: 'text.jpg', bytes: Buffer.from('text') },
      { name: 'empty.jpg', bytes: Buffer.alloc(0) },
      { name: 'heavy.jpg', bytes: Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]) },
      { name: 'large.png', bytes: await large.png().toBuffer() },
    ];
    const report = await send(
      pictures.map(({ name }) => line({ category, image: name })),
      pictures,
    );
    expect(report.refusals.map(({ reason }) => reason)).toEqual([
      'The picture must be JPEG, PNG, WebP, AVIF or GIF: text.jpg',
      'The picture must be JPEG, PNG, WebP, AVIF or GIF: empty.jpg',
      'Pictures can be up to 10 MB: heavy.jpg',
      'Pictures can be up to 40 megapixels: large.png',
    ]);
    expect(await products(category)).toEqual([]);
    expect(await listUploads(shop.storage)).toEqual([]);
    await untilNoFiles();
  });
});

describe('a file that is not a catalogue', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['is a picture', Buffer.from('\xff\xd8\xff\xe0 no text', 'latin1'), m.fields.notUtf8()],
    ['does not end in valid UTF-8', Buffer.from(`${line({})}\n\xff`, 'latin1'), m.fields.notUtf8()],
    ['is a broken gzip file', packed(line({})).fill(7, 12), 'The gzip file is damaged'],
    ['is something else', 'Hello', 'The file must be JSON Lines, or CSV'],
  ])('(it %s) fails once as a whole with a readable reason, and changes nothing', async (_what, file, sentence) => {
    const [before] = await shop.em().execute('select count(*)::int as count from product');
    const report = await importFile(shop, admin, importForm(file));
    expect(report).toMatchObject({ state: 'failed', created: 0, failure: expect.stringContaining(sentence) });
    expect((await shop.em().execute('select count(*)::int as count from product'))[0]).toEqual(before);
    const failure = await waitFor('the event to fail', async () => {
      const [event] = await shop
        .em()
        .execute<{ failure: string }[]>(`select failure from outbox_event where payload->>'importId' = ?`, [
          report._id,
        ]);
      return event?.failure;
    });
    expect(failure).toContain(sentence);
    await untilNoFiles();
  });
});
