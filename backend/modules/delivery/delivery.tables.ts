import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { ShippingMethod } from './shipping-method.entity.ts';
import type { ReducedTaxRate, TaxRate } from './tax-rate.entity.ts';

export type DeliveryTables = {
  shippingMethod: Table<typeof ShippingMethod>;
  taxRate: Table<typeof TaxRate>;
  reducedTaxRate: Table<typeof ReducedTaxRate>;
};

export const db = queriesOn<DeliveryTables>();
