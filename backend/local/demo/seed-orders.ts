import { PICKUP } from '#contract/orders/delivery.ts';
import { COUNT_MAX } from '#contract/orders/payments.ts';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { AuditEntry } from '../../core/audit/audit.entity.ts';
import type { Actor } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { newId } from '../../core/ids.ts';
import { findOffers } from '../../modules/catalogue/catalogue.queries.ts';
import type { Product } from '../../modules/catalogue/products/product.entity.ts';
import { listActiveMethods, type TaxRates } from '../../modules/delivery/delivery.queries.ts';
import { Discount } from '../../modules/discounts/discount.entity.ts';
import { addUses, findDiscount } from '../../modules/discounts/discounts.queries.ts';
import { priceOrder, type Terms } from '../../modules/orders/placing/priced-cart.ts';
import type { User } from '../../modules/users/accounts/user.entity.ts';
import { pastPayment } from '../stripe/past-payments.ts';
import type { StoredObject } from '../stripe/state.ts';
import { demoShoppers } from './catalogue.ts';
import { type DemoOrder, planOrders } from './orders.ts';
import { demoShopperOf, PastOrder } from './past-order.ts';

type Parts = {
  admin: Actor;
  /** In the order of demoShoppers and demoProducts. */
  shoppers: readonly User[];
  products: readonly Product[];
  taxRates: TaxRates;
};

/**
 * Stores the orders of the last days as if they had been placed, paid, shipped and refunded then. No event announces them,
 * so no emails are sent. The stock of the products already reflects them.
 * @returns what the payment provider knows of them
 */
export async function seedOrders(
  em: EntityManager,
  { admin, shoppers, products, taxRates }: Parts,
): Promise<StoredObject[]> {
  const ids = products.map(({ id }) => id);
  const sold = await readSold(em, ids);
  const discount = await addDemoDiscount(em);
  const stored = planOrders(Date.now()).map((plan) => {
    const terms = {
      taxRates,
      reverseCharge: false,
      usesOfShopper: 0,
      replaced: [],
      discount: plan.hasDiscount ? discount : undefined,
    };
    const cart = priceDemo(plan, ids, { ...(sold.get(demoShopperOf(plan).language) as Sold), ...terms });
    const { order, audits, payment } = new PastOrder(em, {
      plan,
      cart,
      shopper: shoppers[plan.shopper] as User,
      admin,
    });
    const { id, objects } = pastPayment(payment);
    order.paymentIntentId = id;
    return { order, audits, payment, objects };
  });
  await em.flush();
  const audits = stored.flatMap(({ order, audits }) => audits.map((entry) => ({ order, ...entry })));
  for (const { order, date, action, changes } of audits.sort((one, other) => Number(one.date) - Number(other.date))) {
    em.create(AuditEntry, {
      id: newId(),
      actorId: admin.userId,
      actorName: admin.username,
      action,
      subjectId: order.id,
      subjectName: `Order ${order.number}`,
      changes,
      createdAt: date,
    });
  }
  await addUses(em, discount.id, stored.filter(({ order }) => order.discountId).length);
  return stored.flatMap(({ order, payment, objects }) => {
    payment.metadata.orderNumber = String(order.number);
    return objects;
  });
}

type Sold = Pick<Terms, 'offers' | 'methods'>;

/** What orders are made of, as shoppers of each language read it. */
async function readSold(em: EntityManager, ids: readonly string[]): Promise<Map<LanguageCode, Sold>> {
  const sold = new Map<LanguageCode, Sold>();
  for (const { language } of demoShoppers) {
    if (sold.has(language)) continue;
    const read = async () => ({ offers: await findOffers(em, ids), methods: await listActiveMethods(em) });
    const { offers, methods } = await inLanguage(language, read);
    // What is sold out now was not then.
    const inStock = offers.map((offer) => ({ ...offer, stock: offer.stock === null ? null : COUNT_MAX }));
    sold.set(language, { offers: inStock, methods });
  }
  return sold;
}

/** A discount that some orders use. */
async function addDemoDiscount(em: EntityManager) {
  const { code } = em.create(Discount, { id: newId(), code: 'WELCOME10', percentHundredths: 1000 });
  await em.flush();
  const discount = await findDiscount(em, code);
  if (discount === undefined) throw new Error('The demo discount was not stored');
  return discount;
}

/** @param ids of products, in the order of demoProducts */
function priceDemo(plan: DemoOrder, ids: readonly string[], terms: Terms) {
  const units = new Map(plan.units.map(({ product, count }) => [ids[product] ?? '', count]));
  const { currency, shippingMethod } = plan;
  const places = shippingMethod === PICKUP ? [] : [demoShopperOf(plan).country];
  const discountCode = terms.discount?.code ?? '';
  return priceOrder({ units, currency, shippingMethod, places, countryField: 'country', discountCode }, terms);
}
