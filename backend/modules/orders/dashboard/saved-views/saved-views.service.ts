import type { EditSavedViewInput, SavedViewInput } from '#contract/users/saved-views.input.ts';
import { type SavedViewView, VIEWS_MAX } from '#contract/users/saved-views.ts';
import { m } from '#messages';
import { type EntityManager, refuseDuplicate } from '../../../../core/database/db.ts';
import { AppError, invalid } from '../../../../core/errors.ts';
import { sessionEnded } from '../../../../core/http/sessions.ts';
import { newId } from '../../../../core/ids.ts';
import { lockUser } from '../../../users/accounts/users.queries.ts';
import { db } from '../../orders.tables.ts';
import { cleanOrderQuery } from '../order-list-query.ts';

const viewNotFound = () => new AppError('notFound', m.orders.viewNotFound());

/** A user's own views, oldest first. */
export async function listSavedViews(em: EntityManager, ownerId: string): Promise<SavedViewView[]> {
  const rows = await db(em).selectFrom('savedView').selectAll().where('ownerId', '=', ownerId).orderBy('id').execute();
  return rows.map(present);
}

/** @throws AppError invalid; conflict if the name is taken, or if there are too many views */
export async function saveView(
  em: EntityManager,
  ownerId: string,
  { name, query }: SavedViewInput,
): Promise<SavedViewView> {
  const view = { id: newId(), ownerId, name, query: readQuery(query) };
  return withUniqueName(() =>
    em.transactional(async (em) => {
      // Keeps two requests at once from exceeding the limit.
      if ((await lockUser(em, ownerId)) === null) throw sessionEnded();
      const saved = await listSavedViews(em, ownerId);
      if (saved.length >= VIEWS_MAX) {
        throw new AppError('conflict', m.orders.tooManyViews({ max: VIEWS_MAX }));
      }
      await db(em).insertInto('savedView').values(view).execute();
      return present(view);
    }),
  );
}

/** Edits one's own view; absent fields keep their values. @throws AppError notFound, invalid; conflict if the name is taken */
export async function editSavedView(
  em: EntityManager,
  ownerId: string,
  id: string,
  { name, query }: EditSavedViewInput,
): Promise<SavedViewView> {
  // With the id, so that an edit without fields is a statement too.
  const values = { id, ...(name !== undefined && { name }), ...(query !== undefined && { query: readQuery(query) }) };
  const own = db(em).updateTable('savedView').set(values).where('ownerId', '=', ownerId).where('id', '=', id);
  return present(await withUniqueName(() => own.returningAll().executeTakeFirstOrThrow(viewNotFound)));
}

/** @throws AppError notFound, also for another admin's view */
export async function deleteSavedView(em: EntityManager, ownerId: string, id: string): Promise<void> {
  const own = db(em).deleteFrom('savedView').where('ownerId', '=', ownerId).where('id', '=', id);
  await own.returning('id').executeTakeFirstOrThrow(viewNotFound);
}

function present({ id, name, query }: { id: string; name: string; query: string }): SavedViewView {
  return { _id: id, name, query };
}

/** The stored form of a query. @throws AppError invalid with the table's own message, under the name of the field */
function readQuery(given: string): string {
  let query: string;
  try {
    query = cleanOrderQuery(given);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') throw invalid({ query: error.message }, error);
    throw error;
  }
  if (query === '') throw invalid({ query: m.fields.nothingToSave() });
  return query;
}

function withUniqueName<T>(store: () => Promise<T>): Promise<T> {
  return refuseDuplicate('saved_view_name_unique', m.orders.viewNameTaken(), store);
}
