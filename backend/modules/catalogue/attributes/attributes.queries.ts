import type { InferResult } from 'kysely';
import { attributeProblem, isOfType } from '#contract/catalogue/attributes.input.ts';
import type { AttributeValues } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import { db } from '../catalogue.tables.ts';

export type AttributeRow = InferResult<ReturnType<typeof attributes>>[number];

function attributes(em: EntityManager) {
  return db(em)
    .selectFrom('attribute')
    .select(['id', 'categoryId', 'code', 'name', 'type', 'unit', 'isFilterable', 'position']);
}

/** The attributes of a category in the order in which they are shown. */
export function listAttributes(em: EntityManager, categoryId: string): Promise<AttributeRow[]> {
  return attributes(em).where('categoryId', '=', categoryId).orderBy('position').orderBy('id').execute();
}

export function findAttribute(em: EntityManager, id: string): Promise<AttributeRow | undefined> {
  return attributes(em).where('id', '=', id).executeTakeFirst();
}

export type KnownAttributes = ReadonlyMap<string, Pick<AttributeRow, 'name' | 'type'>>;

/** The attributes that products of a category may have, by code. Lock the category first. */
export async function readKnownAttributes(em: EntityManager, categoryId: string): Promise<KnownAttributes> {
  return new Map((await listAttributes(em, categoryId)).map((attribute) => [attribute.code, attribute]));
}

/** The values that a product keeps when it moves to a category: those of an attribute with the same code and type. */
export function valuesThatFit(known: KnownAttributes, values: AttributeValues): AttributeValues {
  const fitting = Object.entries(values).filter(([code, value]) => {
    const attribute = known.get(code);
    return attribute !== undefined && isOfType(attribute.type, value);
  });
  return Object.fromEntries(fitting);
}

/** @throws AppError invalid, with a message for each wrong value under `attributes.CODE` */
export function rejectWrongValues(known: KnownAttributes, values: AttributeValues): void {
  const problems = Object.entries(values).flatMap(([code, value]) => {
    const attribute = known.get(code);
    const problem = attribute ? attributeProblem(attribute, value) : m.catalogue.noSuchAttribute({ code });
    return problem === null ? [] : [[`attributes.${code}`, problem] as const];
  });
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
}
