import { access, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { inherited } from '../../testing/processes/process.ts';
import { temporaryDataFolder } from '../../testing/processes/stack.ts';
import { waitFor } from '../../testing/wait.ts';
import { projectFolder } from '../config.ts';
import { startChild } from './child.ts';

test('a process that hangs when it should stop is killed', async () => {
  const folder = await temporaryDataFolder();
  const [script, sign] = [join(folder.path, 'hanging.ts'), join(folder.path, 'ready')];
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => {});
     setInterval(() => {}, 1000);
     writeFileSync(${JSON.stringify(sign)}, '');`,
  );
  const child = startChild({
    name: 'hanging',
    script: relative(projectFolder, script),
    environment: inherited,
    logFolder: folder.path,
    patience: 100,
  });
  await waitFor('the process', () =>
    access(sign).then(
      () => true,
      () => false,
    ),
  );
  await child.stop();
  expect((await child.ended).code).toBeNull();
  await folder.remove();
});
