import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../e2e/harness/postgres.ts';
import { projectFolder } from './config.ts';
import { openMigratedDatabase } from './core/db.ts';
import { entities } from './entities.ts';
import { freePort } from './local/ports.ts';

/** Runs the step before a rollout to its end. @returns its exit code, and what it said */
function runMigrate(url: string): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(projectFolder, 'backend/migrate.ts')],
      { env: { DATABASE_URL: url } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

test('an empty database gets the schema, also when two ask for it at once', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const runs = await Promise.all([runMigrate(url), runMigrate(url)]);
  expect(runs).toEqual([
    { code: 0, said: '' },
    { code: 0, said: '' },
  ]);
  await (await openMigratedDatabase({ url, entities })).close();
});

test.each([
  ['that does not answer', async () => `postgresql://shop:secret@127.0.0.1:${await freePort()}/shop`],
  ['that refuses', async () => Object.assign(new URL(inject('postgresUrl')), { password: 'secret' }).href],
])('a database %s is told of in one line, without its password', async (_what, address) => {
  const url = await address();
  const { host, pathname, password } = new URL(url);
  const { code, said } = await runMigrate(url);
  expect(code).toBe(1);
  expect(said).toMatch(/^The database at .* can't be reached: .*\n$/);
  expect(said).toContain(host + pathname);
  expect(said).not.toContain(password);
});
