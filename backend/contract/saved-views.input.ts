import * as yup from 'yup';
import { VIEW_NAME_MAX, VIEW_QUERY_MAX } from './saved-views.ts';
import { ifGiven, requiredName, requiredText } from './text.ts';

const name = requiredName('Name', VIEW_NAME_MAX);

export const NOTHING_TO_SAVE = 'Set a filter, a search or a sort order first';

/** The server reads its parameters as those of the table itself. */
const query = requiredText(NOTHING_TO_SAVE).max(VIEW_QUERY_MAX, 'The filters are too long');

export const savedViewInput = yup.object({ name, query });
export type SavedViewInput = yup.InferType<typeof savedViewInput>;

/** Absent fields keep their values. */
export const editSavedViewInput = yup.object({ name: ifGiven(name), query: ifGiven(query) });
export type EditSavedViewInput = yup.InferType<typeof editSavedViewInput>;
