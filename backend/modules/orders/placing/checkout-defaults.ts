import { PICKUP } from '#contract/orders/delivery.ts';
import type { CheckoutDefaults } from '#contract/orders/payments.ts';
import { countryOfPlace } from '#contract/values/territories.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { listActiveMethods } from '../../delivery/delivery.queries.ts';
import { db } from '../orders.tables.ts';

/** What a shopper's checkout starts with. @param shopCountry the shop's own country, '' if it is unknown */
export async function checkoutDefaults(
  em: EntityManager,
  userId: string,
  shopCountry: string,
): Promise<CheckoutDefaults> {
  const methods = (await listActiveMethods(em)).filter(({ code }) => code !== PICKUP);
  const isWorldwide = methods.some(({ countries }) => countries.length === 0);
  const countries = isWorldwide
    ? null
    : [...new Set(methods.flatMap(({ countries }) => countries.map(countryOfPlace)))].sort();
  const isServed = shopCountry !== '' && (countries?.includes(shopCountry) ?? true);
  const last = await db(em)
    .selectFrom('shopOrder')
    .select(['shippingMethod', 'delivery'])
    .where('userId', '=', userId)
    .where('state', 'in', ['paid', 'refunded'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { last: last ?? null, country: isServed ? shopCountry : null, countries };
}
