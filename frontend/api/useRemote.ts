import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Remote, RemoteState } from './remote.ts';

/** Milliseconds between two polls. */
const POLL_EVERY = 1000;
/** The pause doubles after each consecutive failure, up to this. */
const LONGEST_PAUSE = 30_000;

type Options<Data> = {
  /** Polls while it returns true. */
  pollWhile?: (data: Data) => boolean;
  /** Shows the previous arguments' data until the new data arrives, without the full-screen loader. */
  keepsPrevious?: boolean;
};

export type RemoteView<Args, Data> = RemoteState<Data> & {
  /** Whether `data` belongs to the previous arguments, by `keepsPrevious`. */
  isPrevious: boolean;
  /** The arguments that `data` belongs to. */
  dataArgs: Args;
  /** Reloads, replacing a pending load. */
  retry: () => Promise<void>;
};

/** The cached state of remote data, without loading it. */
export function useRemoteState<Args, Data>(remote: Remote<Args, Data>, args: Args): RemoteState<Data> {
  const entry = remote.entryOf(args);
  const read = () => entry.state;
  return useSyncExternalStore(entry.subscribe, read, read);
}

/** Subscribes to remote data. When a page opens, cached data shows at once and refreshes. */
export function useRemote<Args, Data>(
  remote: Remote<Args, Data>,
  args: Args,
  { pollWhile, keepsPrevious = false }: Options<Data> = {},
): RemoteView<Args, Data> {
  const entry = remote.entryOf(args);
  const state = useRemoteState(remote, args);
  const latest = useRef<{ args: Args; data: Data }>(undefined);
  const isPolling = state.data !== undefined && (pollWhile?.(state.data) ?? false);

  useEffect(() => {
    void remote.load(entry.args, { quiet: keepsPrevious && latest.current !== undefined });
  }, [remote, entry, keepsPrevious]);

  useEffect(() => {
    if (state.data !== undefined) latest.current = { args: entry.args, data: state.data };
  }, [entry, state.data]);

  useEffect(() => {
    if (!isPolling) return;
    let pause = POLL_EVERY;
    let isOver = false;
    const poll = async () => {
      await remote.load(entry.args, { quiet: true });
      pause = entry.state.error === null ? POLL_EVERY : Math.min(2 * pause, LONGEST_PAUSE);
      if (!isOver) timer = setTimeout(poll, pause);
    };
    let timer = setTimeout(poll, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [remote, entry, isPolling]);

  const previous = keepsPrevious && state.data === undefined ? latest.current : undefined;
  return {
    ...state,
    data: previous ? previous.data : state.data,
    isPrevious: previous !== undefined,
    dataArgs: previous ? previous.args : entry.args,
    retry: () => remote.reload(entry.args),
  };
}
