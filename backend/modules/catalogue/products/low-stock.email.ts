import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { mailStaff } from '../../users/accounts/mail-recipients.ts';
import { db } from '../catalogue.tables.ts';

/** Emails everyone who may edit products that one is low in stock, unless it is gone or no longer counted. */
export async function sendLowStock(
  em: EntityManager,
  mailer: Mailer,
  publicUrl: string,
  { productId, noticeId }: EventMap['stock.low'],
): Promise<void> {
  const product = await db(em)
    .selectFrom('product')
    .select(['title', 'stock'])
    .where('id', '=', productId)
    .executeTakeFirst();
  if (product === undefined || product.stock === null) return;
  const { title, stock } = product;
  await mailStaff({ em, mailer }, 'lowStock', 'catalogue.edit', () => ({
    reference: `stock-low-${noticeId}`,
    subject: m.mails.lowStockSubject({ title }),
    title: m.mails.lowStock(),
    blocks: [
      paragraph(m.mails.unitsLeft({ stock, title })),
      button(m.mails.editProduct(), pageUrl(publicUrl, pageAddress('editProduct', { productId }))),
    ],
  }));
}
