import type { SettingsInput } from '#contract/settings.input.ts';
import type { SettingsView } from '#contract/settings.ts';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { db, readSettings } from './settings.queries.ts';

/** Changes the given settings. @param actor null for the seed, which isn't audited */
export async function changeSettings(
  em: EntityManager,
  actor: Actor | null,
  input: SettingsInput,
): Promise<SettingsView> {
  return em.transactional(async (em) => {
    // Every change takes this lock, so that the audit trail shows one after the other.
    await em.execute(`lock table "setting" in share row exclusive mode`);
    const before = await readSettings(em);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    if (given.length > 0) {
      await db(em)
        .insertInto('setting')
        .values(given.map(([name, value]) => ({ name, value: JSON.stringify(value) })))
        .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
        .execute();
    }
    const after = await readSettings(em);
    const changes = changesBetween(audited(before), audited(after));
    if (actor !== null && Object.keys(changes).length > 0) {
      audit(em, actor, { action: 'settings.edited', subjectId: null, subjectName: 'Settings', changes });
    }
    return after;
  });
}

function audited({ languages }: SettingsView) {
  return { languages: languages.join(', ') };
}
