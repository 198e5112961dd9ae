import { type AdminOrderDetailView, type HandledLineView, unitsKept, unitsToShip } from '#contract/orders/orders.ts';
import { m } from '#messages';

type Lines = Pick<AdminOrderDetailView, 'lines'>;

/** Units of an order line to choose from. */
export type UnitsLeft = Pick<HandledLineView, 'productId' | 'title'> & {
  left: number;
  /** Distinguishes them from other units of the line. */
  note?: string;
};

/** The units that can be shipped. */
export function unshippedUnits({ lines }: Lines): UnitsLeft[] {
  return lines
    .map(({ productId, title, toShip }) => ({ productId, title, left: toShip }))
    .filter(({ left }) => left > 0);
}

/** The units that are not back in stock. */
export function takenUnits({ lines }: Lines): UnitsLeft[] {
  return lines.map(({ productId, title, taken }) => ({ productId, title, left: taken })).filter(({ left }) => left > 0);
}

export type RefundableUnits = UnitsLeft & { isShipped: boolean };

/** The units that are not refunded; those of a line apart if only some of them are shipped. */
export function refundableUnits({ lines }: Lines): RefundableUnits[] {
  return lines.flatMap((line) => {
    const { productId, title } = line;
    const [shipped, unshipped] = [unitsKept(line), unitsToShip(line)];
    const isMixed = shipped > 0 && unshipped > 0;
    return [
      { productId, title, left: unshipped, isShipped: false, ...(isMixed && { note: m.adminOrders.unitNotShipped() }) },
      { productId, title, left: shipped, isShipped: true, ...(isMixed && { note: m.adminOrders.unitShipped() }) },
    ].filter(({ left }) => left > 0);
  });
}

/** The lines of a refund of `counts` units, in the order of `units`. */
export function refundLines({ lines }: Lines, units: readonly RefundableUnits[], counts: readonly number[]) {
  return lines.map(({ productId }) => {
    const [unshipped, returned] = [false, true].map((isShipped) => {
      return counts[units.findIndex((each) => each.productId === productId && each.isShipped === isShipped)] || 0;
    }) as [number, number];
    return { productId, count: unshipped + returned, returned };
  });
}
