import { isDeepStrictEqual } from 'node:util';
import { lockingVariables } from '#contract/shop/locked-settings.ts';
import type { SettingsInput } from '#contract/shop/settings.input.ts';
import type { Registration, SettingsView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { givenFields } from '../../core/http/validation.ts';
import { db } from './settings.queries.ts';
import { lockableValue, type ShopSettings } from './shop-settings.ts';

/**
 * Changes the given settings. @param actor null for the seed, which isn't audited
 * @throws AppError conflict if a variable of the server fixes one of them
 */
export async function changeSettings(
  em: EntityManager,
  actor: Actor | null,
  settings: ShopSettings,
  input: SettingsInput,
): Promise<SettingsView> {
  return em.transactional(async (em) => {
    // Every change takes this lock, so that the audit trail shows one after the other.
    await em.execute(`lock table "setting" in share row exclusive mode`);
    const before = await settings.read(em);
    const given = givenFields(input);
    refuseLocked(settings, before, { ...before, ...given });
    const changed = Object.entries(given).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof SettingsView]),
    );
    if (changed.length > 0) {
      await db(em)
        .insertInto('setting')
        .values(changed.map(([name, value]) => ({ name, value: JSON.stringify(value) })))
        .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
        .execute();
    }
    const after = await settings.read(em);
    if (after.timeZone !== before.timeZone) emit(em, 'settings.timeZoneChanged', {});
    const changes = changesBetween(audited(before), audited(after));
    if (actor !== null && Object.keys(changes).length > 0) {
      audit(em, actor, { action: 'settings.edited', subjectId: null, subjectName: 'Settings', changes });
    }
    return after;
  });
}

function refuseLocked({ locked }: ShopSettings, before: SettingsView, after: SettingsView): void {
  const refused = locked.find((name) => lockableValue(before, name) !== lockableValue(after, name));
  if (refused !== undefined) {
    throw new AppError('conflict', m.settings.locked({ variable: lockingVariables[refused] }));
  }
}

/** For people, and each value comparable. */
function audited(settings: SettingsView) {
  const { street, postCode, city, country } = settings.address;
  const { languages, weee, batteries } = settings;
  return {
    ...settings,
    address: [street, postCode, city, country].filter(Boolean).join(', '),
    languages: languages.join(', '),
    weee: listed(weee),
    batteries: listed(batteries),
  };
}

function listed(registrations: readonly Registration[]): string {
  return registrations.map(({ country, number }) => `${country} ${number}`).join(', ');
}
