import { type InferResult, sql } from 'kysely';
import type { EntityManager } from '../../core/database/db.ts';
import { db } from './delivery.tables.ts';
import { ELSEWHERE } from './tax-rate.entity.ts';

export type ShippingMethodRow = InferResult<ReturnType<typeof methods>>[number];

function methods(em: EntityManager) {
  return db(em)
    .selectFrom('shippingMethod')
    .select(['id', 'code', 'name', 'priceCents', 'freeFromCents', 'minDays', 'maxDays', 'countries', 'isActive']);
}

/** All shipping methods, the cheapest first. */
export function listMethods(em: EntityManager): Promise<ShippingMethodRow[]> {
  return methods(em).orderBy('priceCents').orderBy('name').orderBy('id').execute();
}

/** The shipping methods that shoppers can choose, the cheapest first. */
export async function listActiveMethods(em: EntityManager): Promise<ShippingMethodRow[]> {
  return (await listMethods(em)).filter(({ isActive }) => isActive);
}

/** The VAT rate of a country in hundredths of a percent: its own, or else that of ELSEWHERE. Null is an unknown country. */
export async function taxRateOf(em: EntityManager, country: string | null): Promise<number> {
  const rate = await db(em)
    .selectFrom('taxRate')
    .select('rateHundredths')
    .where('country', 'in', [country ?? ELSEWHERE, ELSEWHERE])
    .orderBy(sql`country = ${ELSEWHERE}`)
    .executeTakeFirst();
  return rate?.rateHundredths ?? 0;
}

/** Locks a shipping method until the transaction ends. */
export function lockMethod(em: EntityManager, id: string): Promise<ShippingMethodRow | undefined> {
  return methods(em).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** All VAT rates in hundredths of a percent, by country. */
export async function taxRates(em: EntityManager): Promise<{ shopRate: number; rates: Map<string, number> }> {
  const rows = await db(em).selectFrom('taxRate').select(['country', 'rateHundredths']).orderBy('country').execute();
  const rates = new Map(rows.map(({ country, rateHundredths }) => [country, rateHundredths]));
  const shopRate = rates.get(ELSEWHERE) ?? 0;
  rates.delete(ELSEWHERE);
  return { shopRate, rates };
}
