import { counted } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { button, paragraph } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import { listStaff } from '../../users/accounts/users.queries.ts';
import { db } from '../catalogue.tables.ts';

const UNIT = { one: 'unit', other: 'units' };

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
  const left = stock === 0 ? 'is sold out' : `has ${counted(stock, UNIT)} left`;
  for (const { id, username, email } of await listStaff(em, 'catalogue.edit', 'lowStock')) {
    await mailer.send({
      to: email,
      reference: `stock-low-${noticeId}-${id}`,
      subject: `Low stock: ${title}`,
      ...mailer.write({
        title: 'Low stock',
        blocks: [
          paragraph(`Hi ${username},`),
          paragraph(`${title} ${left}.`),
          button('Edit product', publicUrl + pageAddress('editProduct', { productId })),
        ],
      }),
    });
  }
}
