import { defineEntity, p } from '@mikro-orm/core';

/** The country of the rate that applies where no other does. */
export const ELSEWHERE = '*';

const properties = {
  /** ISO 3166-1 alpha-2, a territory, or ELSEWHERE. */
  country: p.text().primary(),
  /** Hundredths of a percent. */
  rateHundredths: p.integer(),
};

/** The VAT of a country. */
export const TaxRate = defineEntity({ name: 'TaxRate', tableName: 'tax_rate', properties });

/** The reduced VAT of a country, for products of that class. */
export const ReducedTaxRate = defineEntity({ name: 'ReducedTaxRate', tableName: 'reduced_tax_rate', properties });
