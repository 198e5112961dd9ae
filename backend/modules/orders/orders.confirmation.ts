import { formatMinorUnits, formatPrice, toMajorUnits } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import { escapeHtml, type Mailer } from '../../core/mailer.ts';
import { Order } from './order.entity.ts';

/** Sends the confirmation of a paid order. An order whose person is gone has nobody to be told. */
export async function sendOrderConfirmation(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  orderId: string,
): Promise<void> {
  const order = await em.findOne(Order, orderId, { populate: ['lines', 'user'] });
  if (!order?.user) return;
  const { username, email } = order.user;
  const total = formatMinorUnits(order.amount, order.currency);
  const lines = order.lines.getItems().map(({ title, count, unitPriceCents }) => ({
    title,
    count,
    price: formatPrice(toMajorUnits(unitPriceCents * count), 'EUR'),
  }));
  const greeting = `Hello ${username}, we have received your payment of ${total}. Thank you!`;
  await mailer.send({
    to: email,
    reference: `order-paid-${order.id}`,
    subject: `Your order ${order.number} at WebShop`,
    text: [
      greeting,
      '',
      ...lines.map(({ title, count, price }) => `${count} × ${title}: ${price}`),
      '',
      `Order ${order.number}, total ${total}`,
      publicUrl,
    ].join('\n'),
    html: [
      `<p>${escapeHtml(greeting)}</p>`,
      '<table cellpadding="6">',
      ...lines.map(
        ({ title, count, price }) =>
          `<tr><td>${count} ×</td><td>${escapeHtml(title)}</td><td align="right">${price}</td></tr>`,
      ),
      `<tr><td></td><td><strong>Order ${order.number}, total</strong></td><td align="right"><strong>${total}</strong></td></tr>`,
      '</table>',
      `<p><a href="${escapeHtml(publicUrl)}">WebShop</a></p>`,
    ].join('\n'),
  });
}
