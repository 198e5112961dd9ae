import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { sendStep } from '../outOfDate.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt, succeeds } from './failure.ts';

type ListOptions<View> = {
  path: string;
  /** What adding, editing and deleting are called in messages. */
  tasks: Record<'add' | 'edit' | 'delete', () => string>;
  /** The field whose value is unique. */
  unique: string;
  load: (path: string, options: { signal: AbortSignal }) => Promise<View[]>;
};

/** A short list of the shop's settings, all on one page. Each change reloads it. */
export function createSettings<View extends { _id: string }, Input extends object, Edit extends object>({
  path,
  tasks,
  unique,
  load,
}: ListOptions<View>) {
  const all = createRemote<null, View[]>({
    load: (_args, { signal }) => load(path, { signal }),
  });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', task: string, id = '', body?: object) => {
    const { message } = await sendStep(all, null, () => call<'Done'>(method, path + id, { body, task }));
    showOnce('success', message);
    await all.reload(null);
  };
  return {
    all,
    useAll: () => useRemote(all, null),
    /** @throws ApiError */
    add: (input: Input): Promise<void> => send('POST', tasks.add(), '', input).catch(conflictAt(unique)),
    /** @throws ApiError */
    edit: ({ _id }: View, input: Edit): Promise<void> =>
      send('PUT', tasks.edit(), `/${_id}`, input).catch(conflictAt(unique)),
    remove: ({ _id }: View): Promise<boolean> => succeeds(send('DELETE', tasks.delete(), `/${_id}`)),
  };
}
