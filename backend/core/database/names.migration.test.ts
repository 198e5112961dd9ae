import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { entities } from '../../entities.ts';
import { type Database, openDatabase } from './db.ts';
import { migrate } from './migrations.ts';

const FIRST = '20261126111000-name-keys';

async function withNames(run: (database: Database) => Promise<void>): Promise<void> {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const database = await openDatabase({ url, entities });
  try {
    const pending = (await database.migrator.getPending()).map(({ name }) => name);
    await migrate(database, { names: pending.slice(0, pending.indexOf(FIRST)) });
    await run(database);
  } finally {
    await database.close();
  }
}

test('names that mean the same stay, but no further one may join them', () =>
  withNames(async (database) => {
    const em = database.em.fork();
    const names = [
      'Slušalice',
      'Slušalice'.normalize('NFD'),
      'Mobile phones',
      'Mobile  phones',
      'Mobile-phones',
      'Drones',
    ];
    for (const [index, name] of names.entries()) {
      const id = `00000000-0000-7000-8000-00000000000${index}`;
      await em.execute('insert into category (id, name, slug) values (?, ?, ?)', [id, name, `slug-${index}`]);
      await em.execute('insert into user_account (id, email, username, password_hash) values (?, ?, ?, ?)', [
        id,
        `${index}@example.com`,
        name,
        '',
      ]);
      await em.execute('insert into discount (id, code, percent_hundredths) values (?, ?, 100)', [id, name]);
    }
    await migrate(database);
    const rows = await em.execute<{ name: string; duplicate_name: string | null }[]>(
      'select name, duplicate_name from category order by id',
    );
    expect(rows.map(({ name }) => name)).toEqual(names);
    const duplicates = rows.flatMap(({ duplicate_name }) => duplicate_name ?? []);
    expect(duplicates).toEqual([names[1], names[3], names[4]]);

    const rename = (from: string, to: string) => em.execute('update category set name = ? where name = ?', [to, from]);
    await expect(rename('Drones', 'mobile phones')).rejects.toThrow('category_name_unique');
    await expect(rename('Mobile-phones', 'MOBILE PHONES')).rejects.toThrow('category_name_unique');
    await rename('Mobile-phones', 'Tablets');
    await expect(rename('Drones', 'TABLETS')).rejects.toThrow('category_name_unique');
    await em.execute(`update user_account set city = 'Bor'`);
    await expect(
      em.execute(`insert into discount (id, code, percent_hundredths) values (gen_random_uuid(), 'drones', 100)`),
    ).rejects.toThrow('discount_code_unique');
  }));
