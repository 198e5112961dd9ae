import { m } from '#messages';

/** Maximum number of orders in one list of shipments. */
export const LISTED_SHIPMENTS_MAX = 500;
/** Maximum length of a list in characters: the request of one in ASCII stays below the limit of JSON bodies. */
export const SHIPMENT_LIST_MAX = 90_000;

export const shipmentListTooLong = () => m.fields.shipmentListTooLong({ max: SHIPMENT_LIST_MAX });

/** The columns of a list of shipments, in their order without a header row. */
export const shipmentListColumns = ['number', 'carrier', 'trackingNumber', 'trackingUrl'] as const;

/** `shipped`: also if it was shipped before, with the same tracking number. */
export type ListedShipmentState = 'ready' | 'shipped' | 'refused';

/** A line of a list of shipments: what it would do, or what it has done. */
export type ListedShipmentView = {
  /** Counts from 1, as in an editor. */
  line: number;
  /** The order number as written. */
  number: string;
  /** Null if there is no such order. */
  order: {
    _id: string;
    /** The shopper's username; null once the shopper is deleted. */
    customer: string | null;
    /** Units that were left to ship when it was read. */
    unitsLeft: number;
  } | null;
  carrier: string;
  /** '' without one. */
  trackingNumber: string;
  /** '' without one. Any text if the line is refused. */
  trackingUrl: string;
  state: ListedShipmentState;
  /** Why it is refused; null otherwise. */
  reason: string | null;
};
