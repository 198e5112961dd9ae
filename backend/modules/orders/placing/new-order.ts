import type { CurrencyCode } from '#contract/money.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { newId } from '../../../core/ids.ts';
import { takeUnits } from '../../catalogue/products/stock.ts';
import { addUses } from '../../discounts/discounts.queries.ts';
import { fillAddress } from '../../users/accounts/users.queries.ts';
import type { Order } from '../order.entity.ts';
import { record } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import type { DeliverableCart } from './price-cart.ts';

export type OpenOrder = Pick<Order, 'id' | 'number' | 'currency' | 'amount' | 'paymentIntentId'>;

type OrderDetails = {
  userId: string;
  buyerName: string;
  currency: CurrencyCode;
  note: string;
  cartFingerprint: string;
};

/** Stores an order and takes what it holds. Lock the shopper, the discount and then the products first. */
export async function createOrder(
  em: EntityManager,
  { userId, buyerName, currency, note, cartFingerprint }: OrderDetails,
  { lines, price, taxRateHundredths, method, discount, delivery }: DeliverableCart,
): Promise<OpenOrder> {
  const { lines: _, ...amounts } = price;
  const counted = lines.filter(({ inStock }) => inStock !== null);
  if (discount !== null) await addUses(em, discount.id, 1);
  await takeUnits(em, counted);
  if (delivery !== null) await fillAddress(em, userId, delivery);
  const id = newId();
  // Not with the ORM, whose unit of work takes longer than the statements.
  const order = await db(em)
    .insertInto('shopOrder')
    .values({
      id,
      userId,
      buyerName,
      currency,
      ...amounts,
      taxRateHundredths,
      shippingMethod: method.code,
      shippingName: method.name,
      delivery,
      discountCode: discount?.code ?? '',
      discountId: discount?.id ?? null,
      note,
      cartFingerprint,
    })
    .returning(['id', 'number', 'currency', 'amount', 'paymentIntentId'])
    .executeTakeFirstOrThrow();
  const newLines = lines.map(({ inStock, left: _, ...line }) => {
    return { ...line, id: newId(), orderId: id, taken: inStock === null ? 0 : line.count };
  });
  await db(em).insertInto('orderLine').values(newLines).execute();
  await record(em, order, 'ordered', { by: 'shopper' });
  return order;
}
