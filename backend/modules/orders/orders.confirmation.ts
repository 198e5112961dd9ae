import { formatLineTotal, formatMinorUnits } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import { escapeHtml } from '../../core/html.ts';
import type { Mailer } from '../../core/mailer.ts';
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
    price: formatLineTotal(unitPriceCents, count, order.currency),
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
      '<div style="max-width: 36rem; font: 16px/1.5 system-ui, sans-serif; color: #15181b">',
      `<p>${escapeHtml(greeting)}</p>`,
      '<table style="width: 100%; border-collapse: collapse">',
      ...lines.map(({ title, count, price }) => row(`${count} × ${escapeHtml(title)}`, price)),
      row(`<strong>Order ${order.number}, total</strong>`, `<strong>${total}</strong>`),
      '</table>',
      `<p><a href="${escapeHtml(publicUrl)}">WebShop</a></p>`,
      '</div>',
    ].join('\n'),
  });
}

/** Mail programs know tables and inline styles, and little else. */
function row(what: string, amount: string): string {
  const cell = 'padding: 8px 0; border-top: 1px solid #ddd; vertical-align: top';
  return `<tr><td style="${cell}">${what}</td><td style="${cell}; text-align: right; white-space: nowrap">${amount}</td></tr>`;
}
