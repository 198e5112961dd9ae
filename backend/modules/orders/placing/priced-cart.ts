import { PICKUP } from '#contract/orders/delivery.ts';
import { COUNT_MAX, type ProductsMissing, type SoldOut } from '#contract/orders/payments.ts';
import { type Price, priceItems } from '#contract/orders/pricing.ts';
import { convertCents } from '#contract/values/money.ts';
import { m } from '#messages';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Offer } from '../../catalogue/catalogue.queries.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import type { ShippingMethodRow, TaxRates } from '../../delivery/delivery.queries.ts';
import { isForCategory, refusalOf, termsOf } from '../../discounts/discount-uses.ts';
import type { DiscountRow } from '../../discounts/discounts.queries.ts';
import type { OwnOrder } from '../money/unsettled.queries.ts';
import { chooseMethod, type Destination, type OfferedMethod } from './shipping-choice.ts';

export type Cart = Destination & {
  /** By product, in the order of the cart. */
  units: ReadonlyMap<string, number>;
  /** '' without one. */
  discountCode: string;
};

/** What the shop charges and has left, read for one cart. */
export type Terms = {
  offers: readonly Offer[];
  methods: readonly ShippingMethodRow[];
  taxRates: TaxRates;
  /** Whether the buyer owes the VAT. */
  reverseCharge: boolean;
  discount: DiscountRow | undefined;
  /** Orders with this discount that hold a use, by the same shopper. */
  usesOfShopper: number;
  /** The shopper's orders that this one may replace: what they hold counts as available. */
  replaced: readonly OwnOrder[];
};

/** An item of the cart, as the shop offers it. */
type OfferedLine = {
  productId: string;
  title: string;
  /** Null if it is the title. */
  defaultTitle: string | null;
  detail: string;
  unitPriceCents: number;
  /** Hundredths of a percent. */
  taxRateHundredths: number;
  count: number;
  isDiscounted: boolean;
  /** Null if units are not counted. */
  inStock: number | null;
  /** Units that the shopper can buy: those in stock, and those that the replaced orders hold. */
  left: number | null;
};

export type PricedLine = OfferedLine & {
  /** Before discount, in minor units of the currency. */
  amount: number;
};

export type PricedMethod = OfferedMethod & {
  /** In minor units of the currency; net with reverse charge. */
  charged: number;
};

export type PricedCart = {
  /** In the order of the cart. */
  lines: PricedLine[];
  price: Price;
  methods: PricedMethod[];
  method: OfferedMethod;
  discount: DiscountRow | null;
  reverseCharge: boolean;
  /** The cheapest delivery that is offered, in minor units of the currency; null if there is none. */
  cheapestShipping: number | null;
};

/** What an order keeps of the cart that it is made of, besides its lines. */
export function orderedTerms({ price, method, discount, cheapestShipping, reverseCharge }: PricedCart) {
  const { lines: _, ...amounts } = price;
  return {
    ...amounts,
    taxRateHundredths: price.taxes.at(-1)?.rateHundredths ?? 0,
    reverseCharge,
    cheapestShipping,
    shippingMethod: method.code,
    shippingName: method.name,
    minDays: method.minDays,
    maxDays: method.maxDays,
    discountCode: discount?.code ?? '',
    discountId: discount?.id ?? null,
  };
}

/**
 * Prices a cart and checks that it can be bought.
 * @throws AppError productsMissing, soldOut, invalid
 */
export function priceOrder(cart: Cart, terms: Terms): PricedCart {
  const { currency } = cart;
  const { discount, reverseCharge } = terms;
  const offered = readLines(cart, terms);
  const goodsCents = offered.reduce((sum, { unitPriceCents, count }) => sum + unitPriceCents * count, 0);
  const { methods: offeredMethods, method } = chooseMethod(cart, terms.methods, goodsCents);
  if (cart.discountCode !== '')
    checkDiscount(cart, terms, { goodsCents, hasGoods: offered.some(({ isDiscounted }) => isDiscounted) });
  const priced = (shippingCents: number) =>
    priceItems(
      offered,
      { currency, shippingCents, reverseCharge, discount: discount ? termsOf(discount) : null },
      ({ isDiscounted }) => isDiscounted,
    );
  const price = priced(method.chargedCents);
  if (discount && price.amount === 0) throw invalid({ discountCode: m.discounts.nothingToPay() });
  const methods = offeredMethods.map((each) => {
    const { chargedCents } = each;
    return { ...each, charged: reverseCharge ? priced(chargedCents).shipping : convertCents(chargedCents, currency) };
  });
  const deliveries = methods.filter(({ code }) => code !== PICKUP).map(({ charged }) => charged);
  const cheapestShipping = deliveries.length === 0 ? null : Math.min(...deliveries);
  const lines = offered.map((line, index) => ({ ...line, amount: price.lines[index]?.amount ?? 0 }));
  return { lines, price, methods, method, discount: discount ?? null, reverseCharge, cheapestShipping };
}

/** @throws AppError invalid at `field` of the request: the provider charges no amount of 0 */
export function requireSomethingToPay({ price }: PricedCart, field: 'amount' | 'items'): void {
  if (price.amount === 0) throw invalid({ [field]: m.payments.amountTooLow() });
}

/** The number of units of each product, in the order of the cart. @throws AppError invalid */
export function countUnits(items: readonly Units[]): Map<string, number> {
  const counts = unitsByProduct(items);
  for (const count of counts.values()) {
    if (count > COUNT_MAX) throw invalid({ items: m.orders.limitPerProduct({ max: COUNT_MAX }) });
  }
  return counts;
}

export function unitsByProduct(units: Iterable<Units>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { productId, count } of units) counts.set(productId, (counts.get(productId) ?? 0) + count);
  return counts;
}

function readLines({ units }: Cart, { offers, discount, replaced, taxRates }: Terms): OfferedLine[] {
  const published = new Map(offers.filter(({ isPublished }) => isPublished).map((offer) => [offer.id, offer]));
  const missing = [...units.keys()].filter((id) => !published.has(id));
  if (missing.length > 0) {
    throw new AppError('productsMissing', m.orders.productsMissing(), {
      body: { missing } satisfies ProductsMissing,
    });
  }
  const held = unitsByProduct(replaced.flatMap(({ lines }) => lines));
  const lines = [...units].flatMap(([productId, count]) => {
    const offer = published.get(productId);
    if (offer === undefined) return [];
    const { title, defaultTitle, description, priceCents, stock, categoryId, taxClass } = offer;
    return {
      productId,
      title,
      defaultTitle: defaultTitle === title ? null : defaultTitle,
      detail: lineDetail(description),
      unitPriceCents: priceCents,
      taxRateHundredths: taxRates[taxClass],
      count,
      isDiscounted: discount !== undefined && isForCategory(discount, categoryId),
      inStock: stock,
      left: stock === null ? null : stock + (held.get(productId) ?? 0),
    };
  });
  const available = lines.flatMap(({ productId, count, left }) =>
    left !== null && left < count ? { productId, left } : [],
  );
  if (available.length > 0) {
    throw new AppError('soldOut', m.orders.soldOut(), {
      body: { available } satisfies SoldOut,
    });
  }
  return lines;
}

const DETAIL_MAX = 120;

/** The start of a product's description, cut at a word to at most 120 characters. Distinguishes products with the same title. */
export function lineDetail(description: string): string {
  const characters = [...description.replace(/\s+/g, ' ').trim()];
  if (characters.length <= DETAIL_MAX) return characters.join('');
  const start = characters.slice(0, DETAIL_MAX);
  const end = start.lastIndexOf(' ');
  return `${start.slice(0, end > 0 ? end : DETAIL_MAX - 1).join('')}…`;
}

/** @throws AppError invalid */
function checkDiscount(
  { currency }: Cart,
  { discount, usesOfShopper, replaced }: Terms,
  goods: { goodsCents: number; hasGoods: boolean },
): void {
  if (discount === undefined) throw invalid({ discountCode: m.discounts.unknownCode() });
  const own = replaced.filter(({ discountId }) => discountId === discount.id).length;
  const uses = { otherUses: discount.uses - own, otherUsesOfShopper: usesOfShopper - own };
  const refusal = refusalOf(discount, { currency, ...goods, ...uses });
  if (refusal !== null) throw invalid({ discountCode: refusal });
}
