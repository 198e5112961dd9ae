import type { TaxInput } from '#contract/orders/delivery.input.ts';
import type { TaxRatesView, TaxView } from '#contract/orders/delivery.ts';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { readTax } from './delivery.queries.ts';
import { db } from './delivery.tables.ts';
import { ELSEWHERE } from './tax-rate.entity.ts';

/** Replaces all VAT rates; the reduced ones stay if they are absent. */
export async function replaceTaxRates(em: EntityManager, actor: Actor, input: TaxInput): Promise<void> {
  await em.transactional(async (em) => {
    // Every replacement locks this row, so that two don't mix.
    await db(em).selectFrom('taxRate').select('country').where('country', '=', ELSEWHERE).forUpdate().execute();
    const before = audited(await readTax(em));
    await replaceRates(em, 'taxRate', input);
    if (input.reduced !== undefined) await replaceRates(em, 'reducedTaxRate', input.reduced);
    const changes = changesBetween(before, audited(await readTax(em)));
    if (Object.keys(changes).length === 0) return;
    audit(em, actor, { action: 'tax.edited', subjectId: null, subjectName: 'VAT rates', changes });
  });
}

async function replaceRates(
  em: EntityManager,
  table: 'taxRate' | 'reducedTaxRate',
  { shopRate, rates }: TaxRatesView,
): Promise<void> {
  await db(em).deleteFrom(table).where('country', '<>', ELSEWHERE).execute();
  const rows = [{ country: ELSEWHERE, rate: shopRate }, ...rates];
  await db(em)
    .insertInto(table)
    .values(rows.map(({ country, rate }) => ({ country, rateHundredths: Math.round(rate * 100) })))
    .onConflict((conflict) =>
      conflict.column('country').doUpdateSet(({ ref }) => ({ rateHundredths: ref('excluded.rateHundredths') })),
    )
    .execute();
}

/** The rates as the audit trail records them: in percent, by country; such as `reduced.DE`. */
function audited({ reduced, ...standard }: TaxView) {
  const reducedRates = Object.entries(byCountry(reduced)).map(([country, rate]) => [`reduced.${country}`, rate]);
  return { ...byCountry(standard), ...Object.fromEntries(reducedRates) };
}

function byCountry({ shopRate, rates }: TaxRatesView) {
  return { shopRate, ...Object.fromEntries(rates.map(({ country, rate }) => [country, rate])) };
}
