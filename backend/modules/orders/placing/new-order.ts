import { isDeepStrictEqual } from 'node:util';
import { type Insertable, sql } from 'kysely';
import type { TaxShare } from '#contract/orders/pricing.ts';
import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { currentCode } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { type Columns, columnsAs, columnsOf, preparedWith } from '../../../core/database/queries.ts';
import { newId } from '../../../core/ids.ts';
import { takeUnits } from '../../catalogue/products/stock.ts';
import { addUses } from '../../discounts/discounts.queries.ts';
import { keepAddress } from '../../users/accounts/users.queries.ts';
import type { Order } from '../order.entity.ts';
import { record } from '../order-steps.ts';
import { db, type OrderTables } from '../orders.tables.ts';
import type { DeliverableCart } from './price-cart.ts';
import { orderedTerms } from './priced-cart.ts';

export type OpenOrder = Pick<Order, 'id' | 'number' | 'currency' | 'amount' | 'paymentIntentId' | 'texts'>;

type OrderDetails = {
  userId: string;
  buyer: { name: string; email: string };
  currency: CurrencyCode;
  note: string;
  cartFingerprint: string;
  texts: OrderTextView[];
};

/** Stores an order and takes what it holds. Lock the shopper, the discount and then the products first. */
export async function createOrder(
  em: EntityManager,
  { userId, buyer, currency, note, cartFingerprint, texts }: OrderDetails,
  cart: DeliverableCart,
): Promise<OpenOrder> {
  const { lines, price, discount, delivery, billing, vatCheck } = cart;
  const counted = lines.filter(({ inStock }) => inStock !== null);
  if (discount !== null) await addUses(em, discount.id, 1);
  await takeUnits(em, counted);
  const typed = typedAddress(cart);
  if (typed !== null) await keepAddress(em, userId, typed);
  const id = newId();
  const terms = orderedTerms(cart);
  const [order] = await insertOrder(em, {
    id,
    userId,
    buyerName: buyer.name,
    email: buyer.email,
    currency,
    ...terms,
    taxes: JSON.stringify(terms.taxes),
    delivery,
    billing,
    vatCheck,
    note,
    cartFingerprint,
    language: currentCode(),
    texts: JSON.stringify(texts),
  });
  if (order === undefined) throw new Error('The order was not stored');
  const newLines = lines.map(({ inStock, ...line }) => {
    return { ...line, id: newId(), orderId: id, taken: inStock === null ? 0 : line.count };
  });
  await insertLines(em, columnsOf(lineColumns, newLines));
  await record(em, { id }, 'ordered', { by: 'shopper' });
  return { id, number: order.number, currency, amount: price.amount, paymentIntentId: null, texts };
}

/** The address that an order came with, and whose it is: of the buyer too if they gave no other. Null if it has none. */
function typedAddress({ delivery, billing }: Pick<DeliverableCart, 'delivery' | 'billing'>) {
  if (delivery === null) return billing && { ...billing, phoneNumber: '' };
  const { phoneNumber: _, ...place } = delivery;
  const { company = '', vatId = '', ...billed } = billing ?? {};
  return isDeepStrictEqual(billed, place) ? { ...delivery, company, vatId } : delivery;
}

const orderColumns = [
  'id',
  'userId',
  'buyerName',
  'email',
  'currency',
  'amount',
  'subtotal',
  'discount',
  'shipping',
  'cheapestShipping',
  'tax',
  'taxRateHundredths',
  'taxes',
  'reverseCharge',
  'shippingMethod',
  'shippingName',
  'minDays',
  'maxDays',
  'delivery',
  'billing',
  'vatCheck',
  'discountCode',
  'discountId',
  'note',
  'cartFingerprint',
  'language',
  'texts',
] as const;

type NewOrder = Omit<Pick<Insertable<OrderTables['shopOrder']>, (typeof orderColumns)[number]>, 'texts' | 'taxes'> & {
  /** JSON, as pg would send a list as an array. */
  texts: string;
  taxes: string;
};

// Not with the ORM, whose unit of work takes longer than the statements.
const insertOrder = preparedWith(orderColumns, (em, { texts, taxes, ...order }: NewOrder) =>
  db(em)
    .insertInto('shopOrder')
    .values({ ...order, texts: sql<OrderTextView[]>`${texts}::jsonb`, taxes: sql<TaxShare[]>`${taxes}::jsonb` })
    .returning('number'),
);

const lineTypes = {
  id: 'uuid',
  orderId: 'uuid',
  productId: 'uuid',
  title: 'text',
  defaultTitle: 'text',
  detail: 'text',
  unitPriceCents: 'integer',
  taxRateHundredths: 'integer',
  amount: 'bigint',
  count: 'integer',
  isDiscounted: 'boolean',
  taken: 'integer',
} as const;

const lineColumns = Object.keys(lineTypes) as (keyof typeof lineTypes)[];

type NewLine = Pick<Insertable<OrderTables['orderLine']>, keyof typeof lineTypes>;

const insertLines = preparedWith(lineColumns, (em, lines: Columns<NewLine>) =>
  db(em)
    .insertInto('orderLine')
    .columns(lineColumns)
    .expression(
      db(em)
        .selectFrom(columnsAs('line', lineTypes, lines))
        .select(lineColumns),
    ),
);
