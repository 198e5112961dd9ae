import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../catalogue.tables.ts';

/** The name of a category as part of an address: lower case, with hyphens between words of any script. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'category';
}

/**
 * Free slugs for new names, by name: names that give the same slug get numbers. Other transactions that need slugs wait
 * until this one ends; call it before locking categories.
 */
export async function claimSlugs(em: EntityManager, names: readonly string[]): Promise<Map<string, string>> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['slugs']);
  const bases = names.map(slugOf);
  const rows = await db(em)
    .selectFrom('category')
    .select('slug')
    .where(sql<boolean>`slug = any(${bases}::text[]) or regexp_replace(slug, '-[0-9]+$', '') = any(${bases}::text[])`)
    .execute();
  const taken = new Set(rows.map(({ slug }) => slug));
  const claimed = new Map<string, string>();
  for (const name of names) {
    const base = slugOf(name);
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    claimed.set(name, slug);
  }
  return claimed;
}
