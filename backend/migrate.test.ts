import { expect, inject, test } from 'vitest';
import { runProgram } from '../testing/processes/process.ts';
import { createTestDatabase, databaseUrl } from '../testing/servers/postgres.ts';
import { openMigratedDatabase } from './core/database/db.ts';
import { entities } from './entities.ts';
import { freePort } from './local/ports.ts';

const runMigrate = (url: string) => runProgram(['backend/migrate.ts'], { DATABASE_URL: url });

test('migrates an empty database, also with two concurrent runs', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const runs = await Promise.all([runMigrate(url), runMigrate(url)]);
  expect(runs).toEqual([
    { code: 0, output: '' },
    { code: 0, output: '' },
  ]);
  await (await openMigratedDatabase({ url, entities })).close();
});

test.each([
  ['that is unreachable', async () => `postgresql://shop:secret@127.0.0.1:${await freePort()}/shop`],
  ['that rejects the password', async () => Object.assign(new URL(inject('postgresUrl')), { password: 'secret' }).href],
])('reports a database %s in one line, without its password', async (_what, address) => {
  const url = await address();
  const { host, pathname, password } = new URL(url);
  const { code, output } = await runMigrate(url);
  expect(code).toBe(1);
  expect(output).toMatch(/^The database at .* can't be reached: .*\n$/);
  expect(output).toContain(host + pathname);
  expect(output).not.toContain(password);
});

test('refuses a server without TLS if the URL requires it', async () => {
  const { code, output } = await runMigrate(`${await createTestDatabase(inject('postgresUrl'))}?sslmode=no-verify`);
  expect(code).toBe(1);
  expect(output).toMatch(/^The database at .* can't be reached: The server does not support SSL connections\n$/);
});

test('reports a missing database and does not create it', async () => {
  const url = databaseUrl(inject('postgresUrl'), 'no_such_shop');
  for (let time = 0; time < 2; time++) {
    const { code, output } = await runMigrate(url);
    expect(code).toBe(1);
    expect(output).toMatch(/can't be reached: database "no_such_shop" does not exist\n$/);
  }
});

test('accepts an IPv6 address', async () => {
  const url = Object.assign(new URL(inject('postgresUrl')), { hostname: '[::1]' }).href;
  const { output } = await runMigrate(url);
  // Test servers listen on IPv4 only, so the test sees a refused connection to the IPv6 address.
  expect(output).toMatch(/ECONNREFUSED ::1|EADDRNOTAVAIL|ENETUNREACH/);
});
