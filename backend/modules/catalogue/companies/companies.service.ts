import {
  type CompanyFieldName,
  companyFieldNames,
  type PlainValues,
} from '#contract/catalogue/product-fields.input.ts';
import type { CompanyInput, EditCompanyInput } from '#contract/users/companies.input.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { type EntityManager, refuseDuplicate } from '../../../core/database/db.ts';
import { AppError, found, invalid } from '../../../core/errors.ts';
import { givenFields } from '../../../core/http/validation.ts';
import { newId } from '../../../core/ids.ts';
import { db } from '../catalogue.tables.ts';
import { lockCompanies } from './companies.queries.ts';
import { Company } from './company.entity.ts';

/**
 * Adds a company.
 * @param actor the admin who adds it; null for demo data
 * @returns its id
 * @throws AppError conflict if the name is taken; see nameKey
 */
export async function createCompany(em: EntityManager, actor: Actor | null, input: CompanyInput): Promise<string> {
  const id = newId();
  await refuseTakenName(() =>
    em.transactional(async (em) => {
      em.create(Company, { id, ...input });
      if (!actor) return;
      const changes = changesBetween({}, input);
      audit(em, actor, { action: 'company.added', subjectId: id, subjectName: input.name, changes });
    }),
  );
  return id;
}

/** Edits a company; without changes, writes nothing. @throws AppError notFound; conflict if the name is taken */
export async function editCompany(
  em: EntityManager,
  actor: Actor,
  id: string,
  input: EditCompanyInput,
): Promise<CompanyInput> {
  return refuseTakenName(() =>
    em.transactional(async (em) => {
      const before = found(
        await db(em)
          .selectFrom('company')
          .select(['name', 'address', 'contact'])
          .where('id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirst(),
        m.companies.notFound(),
      );
      const edited: CompanyInput = { ...before, ...givenFields(input) };
      const changes = changesBetween(before, edited);
      if (Object.keys(changes).length === 0) return edited;
      await db(em).updateTable('company').set(edited).where('id', '=', id).execute();
      audit(em, actor, { action: 'company.edited', subjectId: id, subjectName: before.name, changes });
      return edited;
    }),
  );
}

/** Deletes a company. @throws AppError notFound; conflict if products refer to it */
export async function deleteCompany(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    // Conflicts with lockCompanies, so no product can refer to it meanwhile.
    const company = found(
      await db(em)
        .selectFrom('company')
        .select(['name', 'address', 'contact'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst(),
      m.companies.notFound(),
    );
    const product = await db(em)
      .selectFrom('product')
      .select('id')
      .where(({ eb, or }) => or([eb('manufacturerId', '=', id), eb('responsibleId', '=', id)]))
      .limit(1)
      .executeTakeFirst();
    if (product !== undefined) throw new AppError('conflict', m.companies.inUse());
    await db(em).deleteFrom('company').where('id', '=', id).execute();
    const changes = changesBetween(company, {});
    audit(em, actor, { action: 'company.deleted', subjectId: id, subjectName: company.name, changes });
  });
}

/** The names of companies by id. */
export type CompanyNames = ReadonlyMap<string, string>;

/**
 * The names of a product's companies, which can't be deleted until the transaction ends.
 * @throws AppError invalid for unknown ones
 */
export async function lockCompaniesOf(
  em: EntityManager,
  values: Pick<PlainValues, CompanyFieldName>,
): Promise<CompanyNames> {
  const ids = companyFieldNames.flatMap((name) => values[name] ?? []);
  const names = await lockCompanies(em, [...new Set(ids)]);
  const unknown = companyFieldNames.filter((name) => values[name] !== null && !names.has(values[name]));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((name) => [name, m.companies.unknown()])));
  return names;
}

function refuseTakenName<T>(change: () => Promise<T>): Promise<T> {
  return refuseDuplicate('company_name_unique', m.companies.nameTaken(), change);
}
