import type { EditSavedViewInput, SavedViewInput } from '#contract/saved-views.input.ts';
import type { SavedViewView } from '#contract/saved-views.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt, showAdminFailure } from './failure.ts';

const PATH = '/admin/order-view';

const savedViews = createRemote<null, SavedViewView[]>({
  load: async (_args, { signal }) => (await call<'SavedViews'>('GET', PATH, { signal })).views,
  onFailure: showAdminFailure,
});

/** The admin's own views of the orders, oldest first; undefined until loaded. */
export function useSavedViews(): readonly SavedViewView[] | undefined {
  return useRemote(savedViews, null).data;
}

/** Gives a query of the orders table a name. @throws ApiError */
export async function saveView(body: SavedViewInput) {
  const saved = await call<'SavedView'>('POST', PATH, { body, task: 'Save view' }).catch(conflictAt('name'));
  savedViews.update((views) => [...views, saved.view]);
  return saved;
}

/** Renames a view, or changes what it shows. @returns the server's message @throws ApiError */
export async function editView({ _id }: SavedViewView, body: EditSavedViewInput): Promise<string> {
  const options = { body, task: 'Save view' };
  const { message, view } = await call<'SavedView'>('PUT', pathOf(_id), options).catch(conflictAt('name'));
  savedViews.update((views) => views.map((other) => (other._id === _id ? view : other)));
  return message;
}

/** @returns the server's message @throws ApiError */
export async function deleteView({ _id }: SavedViewView): Promise<string> {
  const { message } = await call<'Done'>('DELETE', pathOf(_id), { task: 'Delete view' });
  savedViews.update((views) => views.filter((other) => other._id !== _id));
  return message;
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
