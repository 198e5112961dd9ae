import { type AdminOrderDetailView, type HandledLineView, unitsToShip } from '#contract/orders.ts';

export type UnitsLeft = Pick<HandledLineView, 'productId' | 'title'> & { left: number };

/** The lines with units that are still to be shipped. */
export function unshippedLines({ lines }: Pick<AdminOrderDetailView, 'lines'>): UnitsLeft[] {
  return lines
    .map((line) => ({ productId: line.productId, title: line.title, left: unitsToShip(line) }))
    .filter(({ left }) => left > 0);
}
