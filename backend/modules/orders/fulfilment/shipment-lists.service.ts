import { ValidationError } from 'yup';
import { type ShipmentListInput, shipmentInput } from '#contract/orders/orders.input.ts';
import type { ListedShipmentView } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { readFields, sentencesOf } from '../../../core/http/validation.ts';
import { type AdminOrderRow, findNumberedOrders, isOrderNumber } from '../dashboard/orders.admin.queries.ts';
import { unitsLeftToShip } from '../returns/units-left.ts';
import { type ListedShipment, readShipmentList } from './shipment-list.ts';
import { shipOrder, shippingRefusal } from './shipments.service.ts';

/** What each line of a list would do. @throws AppError invalid, like readShipmentList */
export async function previewShipments(em: EntityManager, input: ShipmentListInput): Promise<ListedShipmentView[]> {
  const listed = readShipmentList(input.list).map((line) => ({
    ...line,
    carrier: line.carrier || input.carrier || '',
  }));
  const byNumber = Map.groupBy(listed, numberOf);
  const numbers = [...byNumber.keys()].filter((number) => number !== null);
  const orders = await findNumberedOrders(em, numbers);
  return listed.map((line) => {
    const number = numberOf(line);
    if (number === null) return viewOf(line, undefined, []);
    const others = (byNumber.get(number) ?? []).filter((other) => other !== line);
    return viewOf(line, orders.get(number), others);
  });
}

/** Null if no order can have it. */
function numberOf({ number }: ListedShipment): number | null {
  return isOrderNumber(number) ? Number(number) : null;
}

/**
 * Ships all that is left of each order of a list, each in a transaction of its own: a refused line doesn't stop the
 * rest. A repetition ships nothing twice and has the same result.
 * @throws AppError invalid, like readShipmentList
 */
export async function shipListed(em: EntityManager, admin: Actor, input: ShipmentListInput) {
  const lines: ListedShipmentView[] = [];
  for (const line of await previewShipments(em, input)) {
    lines.push(line.state === 'ready' && line.order ? await shipLine(em, admin, line, line.order._id) : line);
  }
  return lines;
}

async function shipLine(
  em: EntityManager,
  admin: Actor,
  line: ListedShipmentView,
  orderId: string,
): Promise<ListedShipmentView> {
  const { carrier, trackingNumber, trackingUrl } = line;
  try {
    await shipOrder(em, admin, orderId, { carrier, trackingNumber, trackingUrl });
    return { ...line, state: 'shipped' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Changed since it was read, perhaps by the same request.
    const order = (await findNumberedOrders(em, [Number(line.number)])).get(Number(line.number));
    if (order && isShippedAs(order, line)) return { ...line, state: 'shipped' };
    return { ...line, state: 'refused', reason: error.message };
  }
}

function viewOf(
  { line, problem, ...shipment }: ListedShipment,
  order: AdminOrderRow | undefined,
  others: readonly ListedShipment[],
): ListedShipmentView {
  const view = { line, ...shipment, order: order ? presentOrder(order) : null };
  const isShipped = problem === null && order !== undefined && isShippedAs(order, shipment);
  const reason = problem ?? repetition(others) ?? (isShipped ? null : refusalOf(shipment, order));
  if (reason !== null) return { ...view, state: 'refused', reason };
  return { ...view, state: isShipped ? 'shipped' : 'ready', reason };
}

function presentOrder(order: AdminOrderRow): ListedShipmentView['order'] {
  const unitsLeft = unitsLeftToShip(order).reduce((sum, { count }) => sum + count, 0);
  return { _id: order.id, customer: order.username, unitsLeft };
}

type Sent = Pick<ListedShipment, 'carrier' | 'trackingNumber' | 'trackingUrl'>;

/** Whether an order is on its way with this tracking number, or without one with this carrier. */
function isShippedAs({ fulfilment, shipments }: AdminOrderRow, { carrier, trackingNumber }: Sent): boolean {
  if (fulfilment === 'open') return false;
  return shipments.some((sent) => {
    return sent.trackingNumber === trackingNumber && (trackingNumber !== '' || sent.carrier === carrier);
  });
}

/** Why none of the lines of an order is shipped: which of them is right is unknown. */
function repetition(others: readonly ListedShipment[]): string | null {
  const [first] = others;
  return first === undefined ? null : m.orders.alsoOnLine({ line: first.line });
}

function refusalOf({ carrier, trackingNumber, trackingUrl }: Sent, order: AdminOrderRow | undefined): string | null {
  if (order === undefined) return m.orders.unknownNumber();
  const refusal = shippingRefusal(order, unitsLeftToShip(order));
  if (refusal !== null) return refusal;
  try {
    readFields(shipmentInput, { carrier, trackingNumber, trackingUrl });
    return null;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return [...sentencesOf(error).values()].join('. ');
  }
}
