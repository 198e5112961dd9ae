import { apportion, netOf, portion, type TaxShare } from '#contract/orders/pricing.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import { lineAmountOf, taxesOf } from '../order-amounts.ts';
import type { InvoicedOrder } from './invoiced-orders.queries.ts';
import type { DocumentSnapshot, SellerSnapshot, SnapshotLine } from './snapshot.ts';
import { inEuro, shareRefund, sharesLeft } from './tax-shares.ts';

/** A document without its number. */
export type Draft = {
  orderId: string;
  invoiceId: string | null;
  refundId: string | null;
  date: Date;
  currency: CurrencyCode;
  /** Minor units. */
  amount: number;
  snapshot: DocumentSnapshot;
};

type Issued = InvoicedOrder['documents'][number];
type Line = InvoicedOrder['lines'][number];

/**
 * What is to be issued of a paid order, as what was issued and what was given back say, so that it can be asked at any time.
 * @param isNow whether it has just happened; otherwise its history says when
 */
export function dueDocuments(order: InvoicedOrder, seller: SettingsView, isNow: boolean) {
  const invoice = order.documents.find(({ invoiceId }) => invoiceId === null);
  if (invoice === undefined) return { invoices: [invoiceOf(order, seller)], creditNotes: [] };
  const context = { order, seller, invoice, isNow };
  return { invoices: corrections(context), creditNotes: creditNotes(context) };
}

/** Its date is that of the payment. */
function invoiceOf(order: InvoicedOrder, seller: SettingsView): Draft {
  const { id, amount, discount, discountCode, shipping, currency } = order;
  return {
    orderId: id,
    invoiceId: null,
    refundId: null,
    date: paidAt(order),
    currency,
    amount,
    snapshot: {
      ...commonOf(order, seller),
      invoice: null,
      reversed: null,
      lines: order.lines.map((line) => snapshotLine(order, line, line.count)),
      discount,
      discountCode,
      shipping,
      // Each line is converted by itself, and so is their sum.
      adjustment: order.subtotal - order.lines.reduce((sum, line) => sum + lineAmountOf(line, order), 0),
      taxes: inEuro(taxesOf(order), currency),
    },
  };
}

type Context = { order: InvoicedOrder; seller: SettingsView; invoice: Issued; isNow: boolean };

/** One for each refund that was made, and one for what was given back besides. */
function creditNotes({ order, seller, invoice, isNow }: Context): Draft[] {
  const { documents } = order;
  const isCredited = (refundId: string) => documents.some((each) => each.refundId === refundId);
  const due = order.refunds.filter(({ id, amount, state }) => state === 'done' && amount > 0 && !isCredited(id));
  const drafts: Draft[] = [];
  let left = order.refunded - credited(documents);
  const add = (amount: number, refund: (typeof due)[number] | null) => {
    const given = Math.min(amount, left);
    if (given <= 0) return;
    left -= given;
    const issued = [...documents.map(signedTaxes), ...drafts.map(({ snapshot }) => snapshot.taxes)].flat();
    drafts.push({
      ...amending(order, invoice, isNow ? new Date(order.now) : refundedAt(order, refund)),
      refundId: refund?.id ?? null,
      amount: given,
      snapshot: credit({ order, seller, invoice, issued, amount: given, units: refund?.lines ?? [] }),
    });
  };
  for (const refund of due) add(refund.amount, refund);
  add(left, null);
  return drafts;
}

/** Reverses the credit notes of refunds that failed after all: what they say comes back. */
function corrections({ order, seller, invoice }: Context): Draft[] {
  const { documents } = order;
  const drafts: Draft[] = [];
  let excess = credited(documents) - order.refunded;
  const stateOf = (refundId: string | null) => order.refunds.find(({ id }) => id === refundId)?.state;
  const isReversed = (refundId: string | null) =>
    refundId !== null && documents.some((each) => each.kind === 'invoice' && each.refundId === refundId);
  const notes = documents.filter(({ kind, refundId }) => kind === 'creditNote' && !isReversed(refundId)).reverse();
  const failed = notes.filter(({ refundId }) => ['failed', 'rejected'].includes(stateOf(refundId) ?? ''));
  // Of no refund of the shop, or of one that a restored backup does not have, which may well be made.
  const unknown = notes.filter(({ refundId }) => stateOf(refundId) === undefined);
  for (const note of [...failed, ...unknown]) {
    // What the shop's own refund gave back in vain is reversed even if as much was given back since.
    const isFailed = failed.includes(note);
    const amount = isFailed ? note.amount : Math.min(note.amount, excess);
    if (amount <= 0) break;
    excess -= amount;
    const isWhole = amount === note.amount;
    const gross = note.snapshot.taxes.map(({ net, tax }) => net + tax);
    const taxes = isWhole ? note.snapshot.taxes : shareRefund(amount, note.snapshot.taxes, gross);
    drafts.push({
      ...amending(order, invoice, new Date(order.now)),
      // Others may be reversed in parts, while a refund has one reversal.
      refundId: isFailed ? note.refundId : null,
      amount,
      snapshot: {
        ...commonOf(order, seller),
        invoice: { number: invoice.number, date: isoDate(invoice.date) },
        reversed: note.number,
        lines: isWhole ? note.snapshot.lines : [],
        discount: 0,
        discountCode: '',
        shipping: 0,
        adjustment: isWhole ? note.snapshot.adjustment : amount,
        taxes: inEuro(taxes, order.currency),
      },
    });
  }
  return drafts;
}

type Credit = {
  order: InvoicedOrder;
  seller: SettingsView;
  invoice: Issued;
  /** By the credit notes so far. */
  issued: readonly TaxShare[];
  amount: number;
  units: readonly { productId: string; count: number }[];
};

function credit({ order, seller, invoice, issued, amount, units }: Credit): DocumentSnapshot {
  const taken = units.flatMap(({ productId, count }) => {
    const line = order.lines.find((each) => each.productId === productId);
    return line === undefined || count === 0 ? [] : [{ line, count }];
  });
  const left = sharesLeft(invoice.snapshot.taxes, issued);
  const values = valuesOf(order);
  const ofRates = left.map(({ rateHundredths }) =>
    taken
      .filter(({ line }) => rateOf(order, line) === rateHundredths)
      .reduce((sum, { line, count }) => sum + portion(values.get(line) ?? 0, count, line.count), 0),
  );
  const lines = taken.map(({ line, count }) => snapshotLine(order, line, count));
  return {
    ...commonOf(order, seller),
    invoice: { number: invoice.number, date: isoDate(invoice.date) },
    reversed: null,
    lines,
    discount: 0,
    discountCode: '',
    shipping: 0,
    adjustment: amount - lines.reduce((sum, line) => sum + line.amount, 0),
    taxes: inEuro(shareRefund(amount, left, ofRates), order.currency),
  };
}

/** What each line costs after its share of the discount. */
function valuesOf(order: InvoicedOrder): Map<Line, number> {
  const discounted = order.lines.filter(({ isDiscounted }) => isDiscounted);
  const shares = apportion(
    order.discount,
    discounted.map((line) => lineAmountOf(line, order)),
  );
  return new Map(
    order.lines.map((line) => [line, lineAmountOf(line, order) - (shares[discounted.indexOf(line)] ?? 0)] as const),
  );
}

function amending({ id, currency }: InvoicedOrder, invoice: Issued, date: Date) {
  return { orderId: id, invoiceId: invoice.id, date, currency };
}

function commonOf(order: InvoicedOrder, seller: SettingsView) {
  const { language, number, delivery, shippingName, reverseCharge } = order;
  const delivered = order.history.findLast(({ what }) => what === 'delivered' || what === 'collected');
  return {
    language: seller.languages.includes(language) ? language : DEFAULT_LANGUAGE,
    timeZone: seller.timeZone,
    seller: sellerOf(seller),
    buyer: buyerOf(order),
    delivery,
    shippingName,
    country: delivery?.country ?? seller.address.country,
    orderNumber: number,
    paidAt: paidAt(order).toISOString(),
    deliveredAt: delivered === undefined ? null : isoDate(delivered.date),
    reverseCharge,
  };
}

function sellerOf(seller: SettingsView): SellerSnapshot {
  const { name, legalName, address, vatId, email, phoneNumber, registerName, registerNumber } = seller;
  return { name, legalName, address, vatId, email, phoneNumber, registerName, registerNumber };
}

function buyerOf({ billing, delivery, buyerName }: InvoicedOrder): DocumentSnapshot['buyer'] {
  if (billing !== null) return billing;
  const nowhere = { company: '', name: buyerName, address: '', city: '', postCode: '', country: '', vatId: '' };
  if (delivery === null) return nowhere;
  const { phoneNumber: _, ...address } = delivery;
  return { ...nowhere, ...address };
}

function snapshotLine(order: InvoicedOrder, line: Line, count: number): SnapshotLine {
  const rateHundredths = rateOf(order, line);
  const whole = lineAmountOf(line, order);
  return {
    title: line.title,
    count,
    netPrice: portion(netOf(whole, rateHundredths), 1, line.count),
    price: portion(whole, 1, line.count),
    amount: portion(whole, count, line.count),
    rateHundredths,
  };
}

function rateOf(order: InvoicedOrder, line: Line): number {
  return order.reverseCharge ? 0 : (line.taxRateHundredths ?? order.taxRateHundredths);
}

function paidAt({ history, attemptedAt }: InvoicedOrder): Date {
  return new Date(history.find(({ what }) => what === 'paid')?.date ?? attemptedAt);
}

/** When the provider confirmed a refund, or the last one. */
function refundedAt({ history, now }: InvoicedOrder, refund: { createdAt: string } | null): Date {
  const steps = history.filter(({ what }) => what === 'partlyRefunded' || what === 'refunded');
  const step =
    refund === null ? steps.at(-1) : steps.find(({ date }) => Date.parse(date) >= Date.parse(refund.createdAt));
  return new Date(step?.date ?? refund?.createdAt ?? now);
}

/** What credit notes give back, less what was reversed of it. */
function credited(documents: readonly Issued[]): number {
  return documents
    .filter(({ invoiceId }) => invoiceId !== null)
    .reduce((sum, { kind, amount }) => sum + (kind === 'creditNote' ? amount : -amount), 0);
}

function signedTaxes({ kind, invoiceId, snapshot }: Issued): TaxShare[] {
  if (invoiceId === null) return [];
  if (kind === 'creditNote') return snapshot.taxes;
  return snapshot.taxes.map(({ rateHundredths, net, tax }) => ({ rateHundredths, net: -net, tax: -tax }));
}
