import { proxy, ref } from 'valtio';
import { ApiError } from '../../api/errors.ts';
import { showAdminFailure } from './failure.ts';

type EditorState<Thing extends object> = {
  id: string;
  /** What is edited, as the server last told; null until it has. */
  edited: ReturnType<typeof ref<Thing>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
  /** Whether the server knows no such thing. */
  isMissing: boolean;
};

/** What a screen edits: one thing at a time. */
type Editor<Thing extends object> = {
  /** A proxy. */
  state: EditorState<Thing>;
  /** Turns to a thing and fetches it: an edit begins with what is true now. A late answer for another one is dropped. */
  open(id: string): Promise<void>;
  /** Takes over what the server has told of a thing, if it is the one that is edited. */
  update(thing: Thing): void;
};

/** @param load fetches one thing by its id */
export function createEditor<Thing extends { _id: string }>(load: (id: string) => Promise<Thing>): Editor<Thing> {
  const state: EditorState<Thing> = proxy({ id: '', edited: null, loading: false, error: null, isMissing: false });
  const open = async (id: string) => {
    Object.assign(state, { id, edited: null, loading: true, error: null, isMissing: false });
    try {
      const thing = await load(id);
      if (state.id === id) state.edited = ref(thing);
    } catch (error) {
      if (state.id !== id) return;
      if (error instanceof ApiError && error.httpStatus === 404) state.isMissing = true;
      else state.error = showAdminFailure(error);
    } finally {
      if (state.id === id) state.loading = false;
    }
  };
  const update = (thing: Thing) => {
    if (state.id === thing._id) state.edited = ref(thing);
  };
  return { state, open, update };
}
