import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { ShippingMethodSchema } from './shipping-method.entity.ts';
import type { TaxRateSchema } from './tax-rate.entity.ts';

export type DeliveryTables = {
  shippingMethod: Table<typeof ShippingMethodSchema>;
  taxRate: Table<typeof TaxRateSchema>;
};

export const db = queriesOn<DeliveryTables>();
