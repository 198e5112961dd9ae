import { sql } from 'kysely';
import type { CompanyView } from '#contract/users/companies.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { asInDictionary, isSameName } from '../../../core/database/names.ts';
import { anyOf, rowsAs } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';

/** All companies by name. */
export async function listCompanies(em: EntityManager): Promise<CompanyView[]> {
  const rows = await db(em)
    .selectFrom('company')
    .select(['id', 'name', 'address', 'contact'])
    .orderBy(asInDictionary(sql.ref('name')))
    .orderBy('id')
    .execute();
  return rows.map(({ id, ...company }) => ({ _id: id, ...company }));
}

/** The names of companies by id. They can't be deleted until the transaction ends; unknown ones are left out. */
export async function lockCompanies(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db(em)
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The ids of companies by the names that mean the same (see nameKey). They can't be deleted until the transaction ends. */
export async function lockCompaniesNamed(em: EntityManager, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const wanted = rowsAs(
    'wanted',
    { name: 'text' },
    names.map((name) => ({ name })),
  );
  const rows = await db(em)
    .selectFrom('company')
    .innerJoin(wanted, (join) => join.on(({ ref }) => isSameName('company.name', ref('wanted.name'))))
    .select(['wanted.name', 'company.id'])
    .orderBy('company.id')
    .forKeyShare('company')
    .execute();
  return new Map(rows.map(({ name, id }) => [name, id]));
}
