import { type Fulfilment, type OrderState, unitsKept, unitsToShip } from '#contract/orders/orders.ts';
import { isOpenReturn, type ReceivedLineView, type ReturnState, type UnitsLeftView } from '#contract/orders/returns.ts';
import { isDelayed, type WithdrawalState } from '#contract/orders/withdrawals.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import type { OrderLine } from '../order.entity.ts';

type Line = Pick<OrderLine, 'productId' | 'count' | 'shipped' | 'refunded' | 'returned'>;
type Return = { state: ReturnState; lines: readonly Units[]; received: readonly ReceivedLineView[] };
type Statement = { state: WithdrawalState; lines: Units[] };

/** The units of a line that the shopper has and that were not refunded. */
export function unitsAtShopper(line: Line, fulfilment: Fulfilment): number {
  return fulfilment === 'collected' ? line.count - line.refunded : unitsKept(line);
}

/** The units of a line that are in the shop and still to be sent. Of a refund that failed, a person decides. */
export function unitsInShop(line: Line, fulfilment: Fulfilment): number {
  return fulfilment === 'open' ? unitsToShip(line) : 0;
}

/**
 * What a shopper can still give back of a line: the only place that knows, for views and for the rule alike.
 * @param waiting the units of statements that are still to be carried out
 */
export function unitsLeftOf(
  line: Line,
  fulfilment: Fulfilment,
  returns: readonly Return[],
  waiting: readonly Units[] = [],
): UnitsLeftView {
  const open = returns.filter(({ state }) => isOpenReturn(state)).flatMap(unitsIn);
  const inReturns = unitsOf(open, line.productId);
  const returnable = Math.max(0, unitsAtShopper(line, fulfilment) - inReturns);
  const withdrawable = returnable + unitsInShop(line, fulfilment) - unitsOf(waiting, line.productId);
  return { returnable, withdrawable: Math.max(0, withdrawable) };
}

/** The units of an order that can be shipped: those that a waiting statement withdraws stay in the shop. */
export function unitsLeftToShip({ lines, withdrawals }: Pick<OfOrder, 'lines' | 'withdrawals'>): Units[] {
  const waiting = waitingUnits(withdrawals);
  return lines
    .map((line) => ({ productId: line.productId, count: unitsToShip(line) - unitsOf(waiting, line.productId) }))
    .filter(({ count }) => count > 0);
}

/** The units of those statements that wait until another refund is carried out. */
export function waitingUnits(statements: readonly Statement[]): Units[] {
  return statements.filter(isDelayed).flatMap(({ lines }) => lines);
}

type OfOrder = {
  state: OrderState;
  fulfilment: Fulfilment;
  lines: readonly Line[];
  returns: readonly Return[];
  withdrawals: readonly Statement[];
};

/** All units of an order that can be withdrawn; none of one that isn't paid, or is canceled. */
export function unitsToWithdraw({ state, fulfilment, lines, returns, withdrawals }: OfOrder): Units[] {
  if (state !== 'paid') return [];
  const waiting = waitingUnits(withdrawals);
  return lines
    .map((line) => ({ productId: line.productId, count: unitsLeftOf(line, fulfilment, returns, waiting).withdrawable }))
    .filter(({ count }) => count > 0);
}

/** The units that a return has: once the goods are here, those that came. */
export function unitsIn({ lines, received }: Pick<Return, 'lines' | 'received'>): Units[] {
  if (received.length === 0) return [...lines];
  const productIds = [...new Set(received.map(({ productId }) => productId))];
  return productIds.map((productId) => ({ productId, count: unitsOf(received, productId) }));
}

/** How many units of a product a list has. */
export function unitsOf(units: readonly Units[], productId: string): number {
  return units.filter((each) => each.productId === productId).reduce((sum, { count }) => sum + count, 0);
}
