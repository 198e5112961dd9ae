import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';
import { languagePrefix } from '../backend/contract/shop/page-addresses.ts';
import { DEFAULT_LANGUAGE, shopLanguages } from '../messages/languages.ts';

/** The maximum bytes that the first load of the home page may transfer, compressed with brotli, in each language. */
const LIMITS = { JavaScript: 85_000, CSS: 12_000 };

const CLIENT_FOLDER = join(projectFolder, 'dist/client');
const STATIC_IMPORT = /(?:from|import)"(\.\/[^"]+\.js)"/g;

/** Adds all static imports, direct and indirect, to these scripts. */
async function withImports(files: string[]): Promise<string[]> {
  const found = new Set<string>();
  const read = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    found.add(file);
    const source = await readFile(join(CLIENT_FOLDER, file), 'utf8');
    for (const [, path = ''] of source.matchAll(STATIC_IMPORT)) await read(join(file, '..', path));
  };
  for (const file of files) await read(file);
  return [...found];
}

async function checkSize(address: string, kind: keyof typeof LIMITS, files: string[]): Promise<boolean> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(CLIENT_FOLDER, `${file}.br`))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const limit = LIMITS[kind];
  const verdict = total <= limit ? 'within' : 'ABOVE';
  process.stdout.write(`First load of ${address}: ${kind} ${formatKilobytes(total)} in ${files.length} files, `);
  process.stdout.write(`${verdict} ${formatKilobytes(limit)}\n`);
  return files.length > 0 && total <= limit;
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

for (const code of shopLanguages) {
  const address = languagePrefix(code) || '/';
  const name = code === DEFAULT_LANGUAGE ? 'index.html' : `index.${code}.html`;
  const page = await readFile(join(CLIENT_FOLDER, name), 'utf8');
  const pathsMatching = (expression: RegExp) => [...page.matchAll(expression)].map(([, path = '']) => path);
  const scripts = await withImports(pathsMatching(/(?:src|href)="(\/[^"]+\.js)"/g));
  const styles = pathsMatching(/href="(\/[^"]+\.css)"/g);
  const isWithin = [await checkSize(address, 'JavaScript', scripts), await checkSize(address, 'CSS', styles)];
  if (isWithin.includes(false)) process.exitCode = 1;
}
