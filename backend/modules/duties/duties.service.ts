import type { DutyInput } from '#contract/shop/duties.input.ts';
import { type DutyCode, type DutyView, dutyCodes } from '#contract/shop/duties.ts';
import { dutySource, dutyTitle } from '#contract/shop/duty-texts.ts';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { db } from './duties.tables.ts';
import { type DutyDeps, findDuties, findDutiesFast } from './found-duties.ts';

/** Every duty as the shop meets it now, with texts in the language of the current work. */
export async function listDuties(em: EntityManager, deps: DutyDeps): Promise<DutyView[]> {
  const [found, exemptions] = await Promise.all([findDuties(em, deps), readExemptions(em)]);
  return dutyCodes.map((code) => {
    const { state, detail, to } = found[code];
    const reason = exemptions.get(code) ?? null;
    return {
      code,
      title: dutyTitle(code),
      source: dutySource(code),
      state: reason === null ? state : 'notApplicable',
      detail,
      to,
      reason,
    };
  });
}

/** The number of duties that the shop doesn't meet. */
export async function countOpenDuties(em: EntityManager, deps: DutyDeps): Promise<number> {
  const [found, exemptions] = await Promise.all([findDutiesFast(em, deps), readExemptions(em)]);
  return dutyCodes.filter((code) => found[code].state === 'open' && !exemptions.has(code)).length;
}

async function readExemptions(em: EntityManager): Promise<ReadonlyMap<DutyCode, string>> {
  const rows = await db(em).selectFrom('dutyExemption').select(['code', 'reason']).execute();
  return new Map(rows.map(({ code, reason }) => [code, reason]));
}

/** Says whether a duty applies to the shop, and if not, why. */
export async function changeDuty(
  em: EntityManager,
  actor: Actor,
  code: DutyCode,
  { isApplicable, reason = '' }: DutyInput,
): Promise<void> {
  await em.transactional(async (em) => {
    // Every change takes this lock, so that the audit trail shows one after the other.
    await em.execute(`lock table "duty_exemption" in share row exclusive mode`);
    const before = (await readExemptions(em)).get(code) ?? null;
    const after = isApplicable ? null : reason;
    if (after === before) return;
    await db(em).deleteFrom('dutyExemption').where('code', '=', code).execute();
    if (after !== null) await db(em).insertInto('dutyExemption').values({ code, reason: after }).execute();
    audit(em, actor, {
      action: 'duty.edited',
      subjectId: null,
      subjectName: code,
      changes: changesBetween(audited(before), audited(after)),
    });
  });
}

function audited(reason: string | null) {
  return { isApplicable: reason === null, reason };
}
