import type { OrderNoteInput } from '#contract/orders/orders.input.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { orderNotFound } from '../orders.queries.ts';
import { db } from '../orders.tables.ts';

/** Adds a note for the other admins. @throws AppError notFound */
export async function addNote(em: EntityManager, author: Actor, orderId: string, { text }: OrderNoteInput) {
  await em.transactional((em) =>
    db(em)
      .insertInto('orderNote')
      .columns(['id', 'orderId', 'authorId', 'authorName', 'content'])
      .expression(({ selectFrom, val }) =>
        selectFrom('shopOrder')
          .where('id', '=', orderId)
          .select([val(newId()).as('id'), 'id as orderId', val(author.userId).as('authorId')])
          .select([val(author.username).as('authorName'), val(text).as('content')]),
      )
      .returning('id')
      .executeTakeFirstOrThrow(orderNotFound),
  );
}

/** Deletes one's own note. @throws AppError notFound, also for another admin's */
export async function deleteNote(em: EntityManager, author: Actor, orderId: string, noteId: string): Promise<void> {
  await db(em)
    .deleteFrom('orderNote')
    .where('id', '=', noteId)
    .where('orderId', '=', orderId)
    .where('authorId', '=', author.userId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('notFound', m.orders.noteNotFound()));
}
