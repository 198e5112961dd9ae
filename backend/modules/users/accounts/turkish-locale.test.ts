import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { withClient } from '../../../../testing/servers/database.ts';
import { databaseUrl } from '../../../../testing/servers/postgres.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { openDatabase } from '../../../core/database/db.ts';
import { migrate } from '../../../core/database/migrations.ts';
import { entities } from '../../../entities.ts';
import { ensureAdmin, isAdminPassword } from '../administration/admin-account.ts';
import { requestPasswordReset } from '../passwords/passwords.service.ts';
import { register } from './users.service.ts';

test('in a Turkish database, where the lower case of I is not i, emails mean the same in any case', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(inject('postgresUrl'), (client) =>
    client.query(`create database ${name} template template0 locale_provider icu icu_locale 'tr'`),
  );
  const database = await openDatabase({ url: databaseUrl(inject('postgresUrl'), name), entities });
  try {
    await migrate(database);
    const em = database.em.fork();
    const [given, typed] = ['INFO@EXAMPLE.COM', 'info@example.com'];
    await ensureAdmin(em, { email: given, password: PASSWORD });
    expect(await isAdminPassword(em, typed, PASSWORD)).toBe(true);
    expect(await isAdminPassword(em, given, PASSWORD)).toBe(true);
    const registration = register(em, 'Shop', { email: typed, username: 'ada', password: PASSWORD });
    await expect(registration).rejects.toThrow('Email is already registered');
    for (const email of [given, typed]) await requestPasswordReset(em, email);
    expect(await em.execute('select email from password_reset_request')).toEqual([{ email: typed }]);
  } finally {
    await database.close();
  }
});
