import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { addProduct } from '../../testing/data/catalogue.ts';
import { API_DESCRIPTION } from '../../testing/openapi.ts';
import { inherited } from '../../testing/processes/process.ts';
import { startTestShop } from '../../testing/shop/shop.ts';
import { projectFolder } from '../config.ts';

const run = promisify(execFile);
const packages = join(projectFolder, 'node_modules');
const shop = await startTestShop();
// Inside the project, so that the program finds its packages, and ignored by git.
const folder = await mkdtemp(join(projectFolder, 'dist/client-of-api-'));
afterAll(() => rm(folder, { recursive: true }));

/** openapi-typescript needs the JavaScript API of TypeScript, which version 7 lacks and another package brings. */
const withTypeScript6 = `data:text/javascript,
  import { registerHooks } from 'node:module';
  const parentURL = '${import.meta.resolve('ts-json-schema-generator')}';
  registerHooks({ resolve: (name, context, next) => next(name, name === 'typescript' ? { ...context, parentURL } : context) });`;

function node(...args: string[]) {
  return run(process.execPath, args, { cwd: folder, env: inherited });
}

/** Compiles only if the generated types know the shop's currencies. */
const wrongCurrency = `
// @ts-expect-error
export const wrong = () => shop.POST('/payment/quote', { body: { ...cart, currency: 'GBP' } });
`;

test('the documented program buys a laptop with a generated client', async () => {
  await addProduct(shop.em(), shop.storage, 'Lumen 14 laptop');
  await node(
    '--import',
    withTypeScript6,
    join(packages, 'openapi-typescript/bin/cli.js'),
    API_DESCRIPTION,
    '--output',
    'webshop.d.ts',
  );

  const page = await readFile(join(projectFolder, 'docs/api.md'), 'utf8');
  const program = /```ts\n(import createClient.*?)```/s.exec(page)?.[1] ?? '';
  await writeFile(join(folder, 'buy.ts'), program.replace('http://localhost:3000', shop.url) + wrongCurrency);
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
  ];
  await run(join(packages, '.bin/tsc'), ['--ignoreConfig', ...options, 'buy.ts'], { cwd: folder });

  const { stdout } = await node('buy.ts');
  expect(stdout).toBe('Order 1001: Lumen 14 laptop for 19.99 EUR\n');
});
