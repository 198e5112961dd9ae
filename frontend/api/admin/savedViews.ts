import type { EditSavedViewInput, SavedViewInput } from '#contract/users/saved-views.input.ts';
import type { SavedViewView } from '#contract/users/saved-views.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt } from './failure.ts';

const PATH = '/admin/order-view';

const savedViews = createRemote<null, SavedViewView[]>({
  load: async (_args, { signal }) => (await call<'SavedViews'>('GET', PATH, { signal })).views,
});

/** The admin's own views of the orders, oldest first; undefined until loaded. */
export function useSavedViews(): readonly SavedViewView[] | undefined {
  return useRemote(savedViews, null).data;
}

/** Gives a query of the orders table a name. @throws ApiError */
export async function saveView(body: SavedViewInput): Promise<SavedViewView> {
  const options = { body, task: m.adminOrders.saveViewTask() };
  const { message, view } = await call<'SavedView'>('POST', PATH, options).catch(conflictAt('name'));
  savedViews.update((views) => [...views, view]);
  showOnce('success', message);
  return view;
}

/** Renames a view, or changes what it shows. @throws ApiError */
export async function editView({ _id }: SavedViewView, body: EditSavedViewInput): Promise<void> {
  const options = { body, task: m.adminOrders.saveViewTask() };
  const { message, view } = await call<'SavedView'>('PUT', pathOf(_id), options).catch(conflictAt('name'));
  savedViews.update((views) => views.map((other) => (other._id === _id ? view : other)));
  showOnce('success', message);
}

/** @throws ApiError */
export async function deleteView({ _id }: SavedViewView): Promise<void> {
  const { message } = await call<'Done'>('DELETE', pathOf(_id), { task: m.adminOrders.deleteViewTask() });
  savedViews.update((views) => views.filter((other) => other._id !== _id));
  showOnce('success', message);
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
