import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { projectFolder } from '../backend/config.ts';

const run = promisify(execFile);

/** Folders with code that has messages, or checks and builds it. */
const CODE = ['backend', 'frontend', 'messages', 'testing', 'workers'];
const FILES = ['package.json', 'vite.config.ts', 'tsconfig.json'];

/** A copy of the code, without the pictures of the demo. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-language-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of [...CODE, ...FILES]) {
    const isCode = (path: string) => !path.startsWith(join(projectFolder, 'backend/local/demo'));
    await cp(join(projectFolder, name), join(folder, name), { recursive: true, filter: isCode });
  }
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a language is a file of messages and a line', async () => {
  const folder = await copyProject();
  const node = (...options: string[]) => run(process.execPath, options, { cwd: folder });
  const german = JSON.parse(await readFile(join(folder, 'messages/de.json'), 'utf8'));
  const dutch = { ...german, shell: { ...german.shell, skipToContent: 'Naar de inhoud' } };
  await writeFile(join(folder, 'messages/nl.json'), `${JSON.stringify(dutch, null, 2)}\n`);
  const list = join(folder, 'messages/languages.ts');
  const line = `nl: { name: 'Nederlands', locale: 'nl', dir: 'ltr', group: '.', decimal: ',' },`;
  await writeFile(list, (await readFile(list, 'utf8')).replace(/^ {2}de: .*$/m, `$&\n  ${line}`));

  await node('testing/checks/messages.ts');
  await node('node_modules/vite/bin/vite.js', 'build', '--logLevel=warn');
  const page = await readFile(join(folder, 'dist/client/index.nl.html'), 'utf8');
  const [, script = ''] = /src="\/(assets\/[^"]+)"/.exec(page) ?? [];
  expect(await readFile(join(folder, 'dist/client', script), 'utf8')).toContain('Naar de inhoud');
  expect(await readdir(join(folder, 'dist/client'))).toEqual(expect.arrayContaining(['index.de.html', 'index.html']));

  const speak = `const { m } = await import('#messages');
    const { inLanguage } = await import('#messages/context.ts');
    console.log(inLanguage('nl', m.shell.skipToContent))`;
  expect((await node('--input-type=module', '--eval', speak)).stdout).toBe('Naar de inhoud\n');
});
