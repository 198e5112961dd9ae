import type { Condition, ProductDetailView, ProductView } from '#contract/catalogue/catalogue.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { longDay } from '../../texts/dates.ts';

/** A product; from a list, without what only its own page shows. */
export type ShownProduct = ProductView & Partial<ProductDetailView>;

export type ProductFact = { key: string; name: string; text: string };

const conditions: Record<Condition, () => string> = {
  new: m.productData.conditionNew,
  refurbished: m.productData.conditionRefurbished,
  used: m.productData.conditionUsed,
};

/** What is known of a product beside its attributes. */
export function productFacts(product: ShownProduct): ProductFact[] {
  const { sku, brand, energy, charger, gtin, mpn, condition, guaranteeYears, updatesUntil } = product;
  const { repairScore, hasBattery } = product;
  const facts: Record<string, [name: string, text: string | null | undefined]> = {
    brand: [m.productData.brand(), brand],
    condition: [m.productData.condition(), condition && conditions[condition]()],
    energy: [m.productData.energyClass(), energy && m.facts.energy(energy)],
    charger: [m.productData.charger(), charger && (charger.isIncluded ? m.facts.included() : m.facts.notIncluded())],
    power: [
      m.facts.power(),
      charger && m.facts.watts({ min: charger.minWatts, max: charger.maxWatts, usbPd: charger.usbPd ? 'yes' : 'no' }),
    ],
    battery: [
      m.facts.battery(),
      typeof hasBattery === 'boolean' ? (hasBattery ? m.common.yes() : m.common.no()) : null,
    ],
    guarantee: [m.facts.guarantee(), guaranteeYears ? m.facts.years({ count: guaranteeYears }) : null],
    updates: [m.productData.updatesUntil(), updatesUntil && longDay(updatesUntil)],
    repair: [
      m.productData.repairScore(),
      typeof repairScore === 'number' ? m.facts.score({ score: formatNumber(repairScore, 1) }) : null,
    ],
    mpn: [m.facts.mpn(), mpn],
    gtin: [m.productData.gtin(), gtin],
    sku: [m.facts.sku(), sku],
  };
  return Object.entries(facts).flatMap(([key, [name, text]]) => (text ? [{ key, name, text }] : []));
}
