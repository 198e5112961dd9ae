import * as yup from 'yup';
import { m } from '#messages';
import { ifGiven, requiredName, requiredText } from '../values/text.ts';
import { VIEW_NAME_MAX, VIEW_QUERY_MAX } from './saved-views.ts';

const name = requiredName(m.fields.name, VIEW_NAME_MAX);

/** The server reads its parameters as those of the table itself. */
const query = requiredText(m.fields.nothingToSave).max(VIEW_QUERY_MAX, m.fields.filtersTooLong);

export const savedViewInput = yup.object({ name, query });
export type SavedViewInput = yup.InferType<typeof savedViewInput>;

/** Absent fields keep their values. */
export const editSavedViewInput = yup.object({ name: ifGiven(name), query: ifGiven(query) });
export type EditSavedViewInput = yup.InferType<typeof editSavedViewInput>;
