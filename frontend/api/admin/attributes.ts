import type { AttributeInput, EditAttributeInput } from '#contract/catalogue/attributes.input.ts';
import type { AttributeView, CategorySummaryView } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt, missingAt, succeeds } from './failure.ts';

/** A category with its attributes in order. */
export type CategoryAttributes = { category: CategorySummaryView; attributes: readonly AttributeView[] };

/** By the category's id. */
export const categoryAttributes = createRemote<string, CategoryAttributes>({
  load: (categoryId, { signal }) =>
    call<'CategoryAttributes'>('GET', `/admin/attribute?${new URLSearchParams({ categoryId })}`, { signal }).catch(
      missingAt('categoryId'),
    ),
});

export function useAttributes(categoryId: string) {
  return useRemote(categoryAttributes, categoryId);
}

/** @throws ApiError */
export async function addAttribute(body: AttributeInput): Promise<void> {
  const options = { body, task: m.attributes.addTask() };
  const { message, attribute } = await call<'AttributeSaved'>('POST', '/admin/attribute', options).catch(
    conflictAt('code'),
  );
  categoryAttributes.update((view) =>
    view.category._id === attribute.categoryId ? { ...view, attributes: [...view.attributes, attribute] } : view,
  );
  showOnce('success', message);
}

/** @throws ApiError */
export async function editAttribute({ _id }: AttributeView, changes: EditAttributeInput): Promise<void> {
  const { message, attribute } = await put(_id, changes);
  categoryAttributes.update((view) => ({ ...view, attributes: replaced(view.attributes, attribute) }));
  showOnce('success', message);
}

function put(id: string, body: EditAttributeInput) {
  return call<'AttributeSaved'>('PUT', `/admin/attribute/${id}`, { body, task: m.attributes.editTask() });
}

/** Moves are sent one at a time, in this order. */
let lastMove: Promise<boolean> = Promise.resolve(true);

/** Moves an attribute to the place of another one, at once in the list. A rejected move is rolled back. */
export function moveAttribute({ _id, categoryId }: AttributeView, { position }: AttributeView): Promise<boolean> {
  const earlier = lastMove;
  const move = categoryAttributes.change(
    categoryId,
    (view) => ({ ...view, attributes: moved(view.attributes, _id, position) }),
    async () => {
      await earlier;
      return put(_id, { position });
    },
  );
  lastMove = succeeds(move);
  return lastMove;
}

/** Deletes an attribute with its values; a rejected delete is rolled back. */
export function removeAttribute({ _id, categoryId }: AttributeView): Promise<boolean> {
  const removal = categoryAttributes.change(
    categoryId,
    (view) => ({ ...view, attributes: view.attributes.filter((attribute) => attribute._id !== _id) }),
    () => call<'Done'>('DELETE', `/admin/attribute/${_id}`, { task: m.attributes.deleteTask() }),
  );
  return succeeds(removal.then(({ message }) => showOnce('success', message)));
}

function replaced(attributes: readonly AttributeView[], edited: AttributeView): readonly AttributeView[] {
  return attributes.map((attribute) => (attribute._id === edited._id ? edited : attribute));
}

/** Moves an attribute as the server does: those between the old and the new place shift by one. */
function moved(attributes: readonly AttributeView[], id: string, to: number): readonly AttributeView[] {
  const from = attributes.find(({ _id }) => _id === id)?.position ?? to;
  const place = ({ _id, position }: AttributeView): number => {
    if (_id === id) return to;
    if (to < from && position >= to && position < from) return position + 1;
    return to > from && position > from && position <= to ? position - 1 : position;
  };
  return attributes
    .map((attribute) => ({ ...attribute, position: place(attribute) }))
    .sort((a, b) => a.position - b.position);
}
