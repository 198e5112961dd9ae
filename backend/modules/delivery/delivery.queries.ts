import { type InferResult, sql } from 'kysely';
import type { TaxClass } from '#contract/catalogue/catalogue.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import type { TaxRatesView, TaxView } from '#contract/orders/delivery.ts';
import { currentCode, m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { prepared } from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { db } from './delivery.tables.ts';
import { ELSEWHERE } from './tax-rate.entity.ts';

export type ShippingMethodRow = InferResult<ReturnType<typeof methods>>[number];

function methods(em: EntityManager) {
  return db(em)
    .selectFrom('shippingMethod')
    .select(['id', 'code', 'name', 'priceCents', 'freeFromCents', 'minDays', 'maxDays', 'countries', 'isActive'])
    .select('translations')
    .$narrowType<{ translations: Translations<'name'> }>();
}

/** All shipping methods, the cheapest first. */
export function listMethods(em: EntityManager): Promise<ShippingMethodRow[]> {
  return methods(em).orderBy('priceCents').orderBy('name').orderBy('id').execute();
}

/** The shipping methods that shoppers can choose, the cheapest first, named in the language of the current work. */
export async function listActiveMethods(em: EntityManager): Promise<ShippingMethodRow[]> {
  const rows = await activeMethods(em);
  return rows.map((row) => ({ ...row, name: row.translations[currentCode()]?.name ?? row.name }));
}

const activeMethods = prepared((em) =>
  methods(em).where('isActive', '=', true).orderBy('priceCents').orderBy('name').orderBy('id'),
);

/** VAT rates in hundredths of a percent. */
export type TaxRates = Record<TaxClass, number>;

/** The VAT rates: of each class that of the first place that has one, or else that of ELSEWHERE. See placesOf. */
export async function taxRatesOf(em: EntityManager, places: readonly string[]): Promise<TaxRates> {
  const [rates] = await ratesOf(em, [...places, ELSEWHERE]);
  return { standard: rates?.standard ?? 0, reduced: rates?.reduced ?? 0, zero: 0 };
}

const ratesOf = prepared((em, places: readonly string[]) => {
  const first = (table: 'taxRate' | 'reducedTaxRate') =>
    db(em)
      .selectFrom(table)
      .select('rateHundredths')
      .where('country', '=', sql<string>`any(${places}::text[])`)
      .orderBy(sql`array_position(${places}::text[], country)`)
      .limit(1);
  return db(em).selectNoFrom([first('taxRate').as('standard'), first('reducedTaxRate').as('reduced')]);
});

/** Locks a shipping method until the transaction ends. @throws AppError notFound */
export function lockMethod(em: EntityManager, id: string): Promise<ShippingMethodRow> {
  const notFound = () => new AppError('notFound', m.delivery.methodNotFound());
  return methods(em).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound);
}

/** All VAT rates, by country. */
export async function readTax(em: EntityManager): Promise<TaxView> {
  return { ...(await readRates(em, 'taxRate')), reduced: await readRates(em, 'reducedTaxRate') };
}

async function readRates(em: EntityManager, table: 'taxRate' | 'reducedTaxRate'): Promise<TaxRatesView> {
  const rows = await db(em).selectFrom(table).selectAll().orderBy('country').execute();
  const all = rows.map(({ country, rateHundredths }) => ({ country, rate: rateHundredths / 100 }));
  return {
    shopRate: all.find(({ country }) => country === ELSEWHERE)?.rate ?? 0,
    rates: all.filter(({ country }) => country !== ELSEWHERE),
  };
}
