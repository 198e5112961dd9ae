import type { EntityManager } from '../../../core/database/db.ts';
import { rowsAs } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';
import { type Family, FamilyMembers } from '../variants/family-members.ts';
import { lockFamilies } from '../variants/variants.service.ts';
import type { StoredValues } from './imported-values.ts';

/** The families of imported products, as they are after the lines so far. */
export class ImportedFamilies {
  private readonly members = new Map<string, FamilyMembers>();

  /** Locks families and reads their members. Lock the products first. */
  async read(em: EntityManager, families: readonly Family[]): Promise<void> {
    const unread = new Map(families.map((family) => [keyOf(family), family]));
    for (const key of this.members.keys()) unread.delete(key);
    if (unread.size === 0) return;
    const wanted = [...unread.values()];
    await lockFamilies(em, wanted);
    const rows = await db(em)
      .selectFrom(rowsAs('wanted', { categoryId: 'uuid', family: 'text' }, wanted))
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom('product')
            .select(['id', 'options'])
            .whereRef('product.categoryId', '=', 'wanted.categoryId')
            .whereRef('product.family', '=', 'wanted.family')
            // Makes PostgreSQL look up each family: while an import outruns its statistics, it would read all of them.
            .offset(0)
            .as('member'),
        (join) => join.onTrue(),
      )
      .select(['member.id', 'wanted.categoryId', 'wanted.family', 'member.options'])
      .execute();
    for (const [key, { family }] of unread) this.members.set(key, new FamilyMembers(family));
    for (const { id, options, ...family } of rows) this.members.get(keyOf(family))?.put(id, options);
  }

  /**
   * Moves a product to the family and the options that it gets.
   * @returns why it can't be a member; null if it can
   */
  async move(em: EntityManager, id: string, before: StoredValues | null, after: StoredValues): Promise<string | null> {
    const [left, joined] = [before && familyOf(before), familyOf(after)];
    await this.read(
      em,
      [left, joined].filter((family) => family !== null),
    );
    const members = joined && this.members.get(keyOf(joined));
    const problem = members?.problemOf(id, after.options) ?? null;
    if (problem !== null) return problem;
    if (left) this.members.get(keyOf(left))?.remove(id);
    members?.put(id, after.options);
    return null;
  }
}

/** The family of a product; null without one. */
export function familyOf({ categoryId, family }: Pick<StoredValues, 'categoryId' | 'family'>): Family | null {
  return family === null ? null : { categoryId, family };
}

function keyOf({ categoryId, family }: Family): string {
  return `${categoryId} ${family}`;
}
