import { formatLineTotal, formatMinorUnits } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import type { EventMap } from '../../core/events.ts';
import { escapeHtml } from '../../core/html.ts';
import { layout, letter } from '../../core/letter.ts';
import type { Mailer } from '../../core/mailer.ts';
import { listAdmins } from '../users/users.queries.ts';
import { Order } from './order.entity.ts';
import { Shipment } from './shipment.entity.ts';

/** Emails the confirmation of a paid order, unless the shopper was deleted. */
export async function sendOrderConfirmation(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  orderId: string,
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  if (!order?.user) return;
  const totals = totalsOf(order);
  const lines = order.lines.getItems().map(({ title, detail, count, unitPriceCents }) => ({
    title: `${count} × ${title}`,
    detail,
    price: formatLineTotal(unitPriceCents, count, order.currency),
  }));
  const greeting = `Thanks for your order, ${order.user.username}. Order ${order.number} is confirmed.`;
  await mailer.send({
    to: order.user.email,
    reference: `order-paid-${order.id}`,
    subject: `Order ${order.number} is confirmed`,
    text: [
      greeting,
      '',
      ...lines.flatMap(({ title, detail, price }) => [`${title}: ${price}`, ...(detail ? [`  ${detail}`] : [])]),
      '',
      ...totals.map(({ name, amount }) => `${name}: ${amount}`),
      publicUrl,
    ].join('\n'),
    html: layout(publicUrl, [
      `<p>${escapeHtml(greeting)}</p>`,
      '<table style="width: 100%; border-collapse: collapse">',
      ...lines.map(({ title, detail, price }) => row(escapeHtml(title) + small(detail), price)),
      ...totals.map(({ name, amount, isTotal }) =>
        isTotal ? row(`<strong>${name}</strong>`, `<strong>${amount}</strong>`) : row(escapeHtml(name), amount),
      ),
      '</table>',
    ]),
  });
}

/** What the order costs, as the shopper saw it in the checkout. Parts that are nothing are left out. */
function totalsOf({
  currency,
  subtotal,
  discount,
  discountCode,
  shipping,
  shippingName,
  amount,
  tax,
  taxRateHundredths,
}: Order) {
  const money = (minorUnits: number) => formatMinorUnits(minorUnits, currency);
  return [
    ...(amount === subtotal ? [] : [{ name: 'Subtotal', amount: money(subtotal) }]),
    ...(discount === 0 ? [] : [{ name: `Discount ${discountCode}`, amount: `−${money(discount)}` }]),
    ...(shipping === 0 ? [] : [{ name: shippingName, amount: money(shipping) }]),
    { name: 'Total', amount: money(amount), isTotal: true },
    ...(tax === 0 ? [] : [{ name: `Includes ${taxRateHundredths / 100}% VAT`, amount: money(tax) }]),
  ].map((part) => ({ isTotal: false, ...part }));
}

/** Emails the shopper about a refund, unless they were deleted. */
export async function sendRefundNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, amount, total }: EventMap['order.refunded'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['user'] });
  if (!order?.user) return;
  const notice = refundSentence(order, amount ?? order.amount);
  await mailer.send({
    to: order.user.email,
    reference: ['order-refunded', order.id, ...(total === undefined ? [] : [total])].join('-'),
    subject: `Your refund for order ${order.number}`,
    ...letter(publicUrl, order.user.username, [`${notice} ${ARRIVAL}`]),
  });
}

/** Emails every admin that the payment of an order is disputed. */
export async function sendDisputeNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId }: EventMap['order.disputed'],
): Promise<void> {
  const order = await em.findOne(Order, orderId);
  if (order === null) return;
  const { number, amount, currency } = order;
  for (const { id, username, email } of await listAdmins(em)) {
    await mailer.send({
      to: email,
      reference: `order-disputed-${orderId}-${id}`,
      subject: `The payment of order ${number} is disputed`,
      ...letter(publicUrl, username, [
        `The shopper of order ${number} disputes its payment of ${formatMinorUnits(amount, currency)} with their bank. ` +
          'Answer the dispute in the dashboard of the payment provider.',
      ]),
    });
  }
}

/** Emails the shopper that a paid order is canceled, unless they were deleted. */
export async function sendCancellation(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, amount }: EventMap['order.canceled'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['user'] });
  if (!order?.user) return;
  await mailer.send({
    to: order.user.email,
    reference: `order-canceled-${order.id}`,
    subject: `Order ${order.number} is canceled`,
    ...letter(publicUrl, order.user.username, [
      `Order ${order.number} is canceled. ${refundSentence(order, amount)} ${ARRIVAL}`,
    ]),
  });
}

/** Emails the shopper what was shipped, unless they were deleted. */
export async function sendShipmentNotice(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { orderId, shipmentId }: EventMap['order.shipped'],
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  const shipment = await em.findOne(Shipment, { id: shipmentId, order: orderId });
  if (!order?.user || shipment === null) return;
  const { carrier, trackingNumber, trackingUrl } = shipment;
  const titles = new Map(order.lines.getItems().map(({ productId, title }) => [productId, title]));
  const lines = shipment.lines.map(({ productId, count }) => `${count} × ${titles.get(productId) ?? ''}`);
  await mailer.send({
    to: order.user.email,
    reference: `order-shipped-${shipment.id}`,
    subject: `Order ${order.number} is on its way`,
    ...letter(
      publicUrl,
      order.user.username,
      [
        `We've handed your order ${order.number} to ${carrier}:`,
        ...lines,
        ...(trackingNumber === '' ? [] : [`Tracking number: ${trackingNumber}`]),
      ],
      trackingUrl === '' ? undefined : { href: trackingUrl, name: 'Track your parcel' },
    ),
  });
}

const ARRIVAL = 'It can take your bank 5 to 10 business days to show it on your statement.';

function refundSentence({ number, currency }: Order, amount: number): string {
  return `We've refunded ${formatMinorUnits(amount, currency)} for order ${number}.`;
}

/** A table row with inline styles, the only layout that all mail clients support. */
function row(label: string, amount: string): string {
  const cell = 'padding: 8px 0; border-top: 1px solid #ddd; vertical-align: top';
  return `<tr><td style="${cell}">${label}</td><td style="${cell}; text-align: right; white-space: nowrap">${amount}</td></tr>`;
}

function small(text: string): string {
  return text && `<br><span style="font-size: 14px; color: #5b6168">${escapeHtml(text)}</span>`;
}
