import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../testing/servers/postgres.ts';
import { openDatabase } from './core/database/db.ts';
import { migrate } from './core/database/migrations.ts';
import { entities } from './entities.ts';

test('the migrations match the entities', async () => {
  const database = await openDatabase({ url: await createTestDatabase(inject('postgresUrl')), entities });
  try {
    expect(await database.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  } finally {
    await database.close();
  }
});

test('concurrent migrations run once', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url, entities })));
  try {
    await Promise.all(databases.map((database) => migrate(database)));
    const [first] = databases;
    const applied = await first?.em.fork().execute<{ name: string }[]>('select name from mikro_orm_migrations');
    expect(applied).toHaveLength((await first?.migrator.getExecuted())?.length ?? 0);
    expect(new Set(applied?.map((row) => row.name)).size).toBe(applied?.length);
  } finally {
    for (const database of databases) await database.close();
  }
});
