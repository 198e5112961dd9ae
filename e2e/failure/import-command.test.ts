import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { catalogueLines, packed } from '../../testing/data/imports.ts';
import { drawing } from '../../testing/data/pictures.ts';
import { runLocal, startStack, temporaryDataFolder } from '../../testing/processes/stack.ts';
import { createTestDatabase } from '../../testing/servers/postgres.ts';
import { waitFor } from '../../testing/wait.ts';

let folder: { path: string; remove(): Promise<void> };
let dataDir = '';
beforeEach(async () => {
  folder = await temporaryDataFolder();
  dataDir = join(folder.path, 'data');
  await mkdir(dataDir);
});
afterEach(() => folder.remove());

/** Runs the command until it exits. */
async function runImportCommand(
  file: string,
  variables: Record<string, string> = {},
): Promise<{ printed: string; code: number | null }> {
  const { output, ended } = runLocal(['import.ts', file], { DATA_DIR: dataDir, SEED: 'none', ...variables });
  const code = await ended;
  return { printed: output(), code };
}

type Product = { title: string; image: string; imageState: string };
async function productsOf(url: string): Promise<Product[]> {
  return ((await (await fetch(`${url}/api/v1/products`)).json()) as { products: Product[] }).products;
}

test('imports a catalogue file with or without a running shop', async () => {
  const file = join(folder.path, 'parts.jsonl.gz');
  await writeFile(file, packed(catalogueLines(1500).join('\n')));
  expect(await runImportCommand(file)).toEqual({
    code: 0,
    printed: expect.stringMatching(/^1,500 products added, 0 updated, 0 unchanged, 0 lines rejected \(.* s\)\n$/),
  });

  const csv = join(folder.path, 'more.csv');
  await writeFile(join(folder.path, 'fan.jpg'), await drawing().jpeg().toBuffer());
  await writeFile(join(dataDir, 'secret.jpg'), await drawing().jpeg().toBuffer());
  const lines = ['Fan,Cool,9.99,Fans,fan.jpg', 'Bad,Cool,x,Fans,', 'Far,Cool,1,Fans,data/secret.jpg'];
  await writeFile(csv, `title,description,price,category,image\n${lines.join('\n')}\n`);

  const shop = await startStack({ dataDir, environment: { SEED: 'none' } });
  try {
    expect(await productsOf(shop.url)).toHaveLength(1500);
    const { printed, code } = await runImportCommand(csv);
    expect(printed.split('\n').slice(1)).toEqual([
      '  line 3: Price must be a number, such as 12.50',
      '  line 4: Image must be a file name without a folder',
      '',
    ]);
    expect(printed).toContain('1 product added');
    expect(code).toBe(0);
    const fan = await waitFor('the picture', async () => {
      const found = (await productsOf(shop.url)).find(({ title }) => title === 'Fan');
      return found?.imageState === 'ready' ? found : null;
    });
    expect((await fetch(`${shop.url}/uploads/${fan.image}`)).status).toBe(200);
    expect(await runImportCommand(file)).toMatchObject({ printed: expect.stringContaining('1,500 unchanged') });
  } finally {
    expect(await shop.stop()).toBe(0);
  }
});

test.each<[string, string | null, RegExp]>([
  ['missing', null, /^.*parts\.jsonl can't be read\n$/],
  ['invalid', 'Hello', /^The file must be JSON Lines, or CSV.*\n$/],
])('rejects a file that is %s with one line', async (_problem, content, message) => {
  const file = join(folder.path, 'parts.jsonl');
  if (content !== null) await writeFile(file, content);
  const variables = { DATABASE_URL: await createTestDatabase(inject('postgresUrl')) };
  expect(await runImportCommand(file, variables)).toEqual({ printed: expect.stringMatching(message), code: 1 });
});
