import type { TaxInput } from '#contract/delivery.input.ts';
import type { TaxView } from '#contract/delivery.ts';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { readTax } from './delivery.queries.ts';
import { db } from './delivery.tables.ts';
import { ELSEWHERE } from './tax-rate.entity.ts';

/** Replaces all VAT rates. */
export async function replaceTaxRates(em: EntityManager, actor: Actor, { shopRate, rates }: TaxInput): Promise<void> {
  await em.transactional(async (em) => {
    // Every replacement locks this row, so that two don't mix.
    await db(em).selectFrom('taxRate').select('country').where('country', '=', ELSEWHERE).forUpdate().execute();
    const before = audited(await readTax(em));
    await db(em).deleteFrom('taxRate').where('country', '<>', ELSEWHERE).execute();
    const rows = [{ country: ELSEWHERE, rate: shopRate }, ...rates];
    await db(em)
      .insertInto('taxRate')
      .values(rows.map(({ country, rate }) => ({ country, rateHundredths: Math.round(rate * 100) })))
      .onConflict((conflict) =>
        conflict.column('country').doUpdateSet(({ ref }) => ({ rateHundredths: ref('excluded.rateHundredths') })),
      )
      .execute();
    const changes = changesBetween(before, audited(await readTax(em)));
    if (Object.keys(changes).length === 0) return;
    audit(em, actor, { action: 'tax.edited', subjectId: null, subjectName: 'VAT rates', changes });
  });
}

/** The rates as the audit trail records them: in percent, by country. */
function audited({ shopRate, rates }: TaxView) {
  return { shopRate, ...Object.fromEntries(rates.map(({ country, rate }) => [country, rate])) };
}
