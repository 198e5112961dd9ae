import type { OrderNoteInput } from '#contract/orders.input.ts';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { Order } from '../order.entity.ts';
import { ORDER_NOT_FOUND } from '../orders.queries.ts';
import { OrderNote } from './order-note.entity.ts';

export const NOTE_NOT_FOUND = 'Note not found';

/** Adds a note for the other admins. @throws AppError notFound */
export async function addNote(
  em: EntityManager,
  author: Actor,
  orderId: string,
  { text }: OrderNoteInput,
): Promise<void> {
  await em.transactional(async (em) => {
    const order = await em.findOne(Order, orderId, { fields: ['id'] });
    if (order === null) throw new AppError('notFound', ORDER_NOT_FOUND);
    em.create(OrderNote, {
      id: newId(),
      order: orderId,
      authorId: author.userId,
      authorName: author.username,
      content: text,
    });
  });
}

/** Deletes one's own note. @throws AppError notFound, also for another admin's */
export async function deleteNote(em: EntityManager, author: Actor, orderId: string, noteId: string): Promise<void> {
  const deleted = await em.nativeDelete(OrderNote, { id: noteId, order: orderId, authorId: author.userId });
  if (deleted === 0) throw new AppError('notFound', NOTE_NOT_FOUND);
}
