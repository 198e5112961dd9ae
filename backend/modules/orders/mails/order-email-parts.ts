import type { DocumentKind } from '#contract/orders/documents.ts';
import { WITHDRAWN_ORDER } from '#contract/orders/withdrawals.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import { formatDate } from '#contract/values/dates.ts';
import { formatMinorUnits } from '#contract/values/money.ts';
import { formatDecimal, formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { pageUrl } from '../../../core/http/page-url.ts';
import { type Block, button, type File, type Item, type Letter, type Sum } from '../../../core/mail/letters/letter.ts';
import type { Mail } from '../../../core/mail/mailer.ts';
import type { AdminOrderRow } from '../dashboard/orders.admin.queries.ts';
import { lineAmountOf, taxesOf } from '../order-amounts.ts';
import { returnReference } from '../returns/return-steps.ts';
import { unitsToWithdraw } from '../returns/units-left.ts';

/** The pictures of an order's products, by their ids. */
export type Pictures = ReadonlyMap<string, Buffer>;

/** An invoice or a credit note in the mail. */
export type AttachedDocument = { kind: DocumentKind; file: File };

/** A mail to the shopper of an order, before its layout. */
export type OrderLetter = Letter & Pick<Mail, 'reference' | 'subject'>;

/** What a letter to the shopper of an order is made of. */
export type OrderOfShopper = {
  publicUrl: string;
  timeZone: string;
  seller: SettingsView;
  order: AdminOrderRow;
  username: string;
  pictures: Pictures;
  /** Whether the mail has the terms of the order attached. */
  hasFiles: boolean;
  documents: readonly AttachedDocument[];
};

/** The order's lines with their prices, and its sums as the shopper saw them in the checkout. */
export function pricedItems(order: AdminOrderRow, pictures: Pictures): Block {
  const items = order.lines.map((line) => ({
    title: unitsOf(line.title, line.count),
    detail: line.detail,
    picture: pictures.get(line.productId),
    amount: formatMinorUnits(lineAmountOf(line, order), order.currency),
  }));
  return { kind: 'items', items, sums: sumsOf(order) };
}

function sumsOf(order: AdminOrderRow): Sum[] {
  const { subtotal, discount, discountCode, shipping, shippingName, amount } = order;
  const money = moneyOf(order);
  return [
    { name: m.orders.subtotal(), amount: money(subtotal) },
    ...(discount === 0 ? [] : [{ name: m.orders.discount({ code: discountCode }), amount: `−${money(discount)}` }]),
    { name: shippingName, amount: shipping === 0 ? m.orders.free() : money(shipping) },
    { name: m.orders.total(), amount: money(amount), isTotal: true },
    ...taxesOf(order)
      .filter(({ tax }) => tax > 0)
      .map(({ rateHundredths, tax }) => ({
        name: m.orders.includesVat({ rate: formatDecimal(rateHundredths / 100) }),
        amount: money(tax),
      })),
    ...(order.reverseCharge ? [{ name: m.vat.reverseCharge(), amount: money(0) }] : []),
  ];
}

/** Units of an order's products. */
export function items(
  { lines }: AdminOrderRow,
  units: readonly { productId: string; count: number }[],
  pictures: Pictures,
): Item[] {
  return units.map(({ productId, count }) => {
    const line = lines.find((each) => each.productId === productId);
    return { title: unitsOf(line?.title ?? '', count), detail: line?.detail ?? '', picture: pictures.get(productId) };
  });
}

function unitsOf(title: string, count: number): string {
  return `${formatNumber(count)} × ${title}`;
}

/** Where and how the order reaches its shopper, and what they wrote to the shop. */
export function deliveryFacts(
  { number, createdAt, delivery, shippingName, billing, note }: AdminOrderRow,
  timeZone: string,
): Block {
  return {
    kind: 'facts',
    facts: [
      { name: m.mails.order(), lines: [String(number), formatDate(new Date(createdAt), timeZone)] },
      delivery
        ? {
            name: m.mails.deliveryBy({ method: shippingName }),
            lines: [...addressLines(delivery), delivery.phoneNumber].filter(Boolean),
          }
        : { name: m.mails.pickup(), lines: [shippingName] },
      ...(billing === null
        ? []
        : [
            {
              name: m.vat.billing(),
              lines: [...addressLines(billing), billing.vatId && m.vat.vatId({ vatId: billing.vatId })].filter(Boolean),
            },
          ]),
      ...(note === '' ? [] : [{ name: m.mails.yourNote(), lines: note.split(/\r?\n/) }]),
    ],
  };
}

/** What the shopper has paid for and got back so far, `refunded` in total; nothing more to tell if that is all. */
export function refundSums(order: AdminOrderRow, amount: number, refunded: number): Sum[] {
  const money = moneyOf(order);
  const refund = { name: m.mails.refund(), amount: money(amount), isTotal: true };
  if (refunded === amount && refunded === order.amount) return [refund];
  return [
    refund,
    { name: m.mails.orderTotal(), amount: money(order.amount) },
    { name: m.mails.refundedInTotal(), amount: money(refunded) },
    { name: m.mails.notRefunded(), amount: money(order.amount - refunded) },
  ];
}

/** Formats amounts in the currency of an order. */
export function moneyOf({ currency }: AdminOrderRow): (minorUnits: number) => string {
  return (minorUnits) => formatMinorUnits(minorUnits, currency);
}

export function orderButton(publicUrl: string, { id }: AdminOrderRow) {
  return button(m.mails.viewOrder(), pageUrl(publicUrl, pageAddress('ownOrder', { orderId: id })));
}

/** The link to the function that withdraws from the order, if anything is left: Directive 2011/83/EU, Art. 11a (1). */
export function withdrawalLink(publicUrl: string, order: AdminOrderRow): Block[] {
  if (unitsToWithdraw(order).length === 0) return [];
  const address = `${pagePatterns.withdrawal}?${WITHDRAWN_ORDER}=${order.number}`;
  return [{ kind: 'link', text: m.shell.withdraw(), href: pageUrl(publicUrl, address) }];
}

/** Tells a mail from others of its kind: a parcel's carrier and tracking number, the amount given back, or a return; or ''. */
export function mailDetail(
  { kind, payload }: Pick<AdminOrderRow['mails'][number], 'kind' | 'payload'>,
  order: AdminOrderRow,
): string {
  const { amount, currency, shipments } = order;
  if (kind === 'orderConfirmation') return '';
  if ('returnId' in payload) {
    const goods = order.returns.find(({ id }) => id === payload.returnId);
    return goods === undefined ? '' : `${returnReference(order, goods.place)} ${m.returns[payload.state]()}`;
  }
  if ('shipmentId' in payload) {
    const shipment = shipments.find(({ id }) => id === payload.shipmentId);
    return [shipment?.carrier, shipment?.trackingNumber].filter(Boolean).join(' ');
  }
  const refunded = 'amount' in payload ? (payload.amount ?? amount) : amount;
  return refunded === 0 ? '' : formatMinorUnits(refunded, currency);
}
