import { apportion, netOf, portion, type TaxShare, total } from '#contract/orders/pricing.ts';
import { type CurrencyCode, currencies } from '#contract/values/money.ts';
import type { SnapshotTax } from './snapshot.ts';

/** Shares of documents among VAT rates. All amounts are integers in minor units. */

/** What is left of an invoice by rate, ascending, after what was given back. */
export function sharesLeft(invoiced: readonly TaxShare[], given: readonly TaxShare[]): TaxShare[] {
  return invoiced.map(({ rateHundredths, net, tax }) => {
    const same = given.filter((share) => share.rateHundredths === rateHundredths);
    return {
      rateHundredths,
      net: net - total(same.map((share) => share.net)),
      tax: tax - total(same.map((share) => share.tax)),
    };
  });
}

/**
 * Shares an amount that is given back among the rates: up to the value of the units that it is for in proportion to it, and
 * the rest in proportion to what is left of each rate. Of a rate of which nothing is left then, its VAT is all that is left.
 * @param left what is left, ascending by rate
 * @param units the value of the units at each of these rates; 0 for an amount alone
 */
export function shareRefund(amount: number, left: readonly TaxShare[], units: readonly number[]): TaxShare[] {
  const gross = left.map(({ net, tax }) => net + tax);
  const goods = gross.map((most, index) => Math.min(most, units[index] ?? 0));
  const ofGoods = apportion(Math.min(amount, total(goods)), goods);
  const rest = gross.map((most, index) => most - (ofGoods[index] ?? 0));
  const ofRest = apportion(amount - total(ofGoods), rest);
  return left.flatMap(({ rateHundredths, net, tax }, index) => {
    const given = (ofGoods[index] ?? 0) + (ofRest[index] ?? 0);
    if (given === 0) return [];
    const exact = given - netOf(given, rateHundredths);
    // Earlier roundings may have left a minor unit more or less of it.
    const own = given === net + tax ? tax : Math.min(Math.max(exact, given - net), tax);
    return [{ rateHundredths, net: given - own, tax: own }];
  });
}

/** With the amounts in EUR cents at the currency's fixed rate. */
export function inEuro(taxes: readonly TaxShare[], currency: CurrencyCode): SnapshotTax[] {
  const { rateHundredths: rate } = currencies[currency];
  const euro = (amount: number) => portion(amount, 100, rate);
  return taxes.map((share) => ({ ...share, netEur: euro(share.net), taxEur: euro(share.tax) }));
}
