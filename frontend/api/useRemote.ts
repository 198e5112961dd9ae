import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { startWaiting } from './loader.ts';
import type { Remote, RemoteState } from './remote.ts';

/** Milliseconds between two polls. */
const POLL_EVERY = 1000;
/** The pause doubles after each consecutive failure, up to this. */
const LONGEST_PAUSE = 30_000;

type Options<Data> = {
  /** Polls while it returns true. */
  pollWhile?: (data: Data) => boolean;
  /** Shows the previous arguments' data until the new data arrives. The full-screen loader waits longer then. */
  keepsPrevious?: boolean;
  /** Whether the loader doesn't show then. */
  isQuiet?: boolean;
};

export type RemoteView<Args, Data> = RemoteState<Data> & {
  /** Why the data for these arguments can't be shown; null while it loads, and if only a later refresh failed. */
  failure: string | null;
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
  { pollWhile, keepsPrevious = false, isQuiet = false }: Options<Data> = {},
): RemoteView<Args, Data> {
  const entry = remote.entryOf(args);
  const state = useRemoteState(remote, args);
  const hadData = useRef(false);
  const [latest, setLatest] = useState<{ args: Args; data: Data }>();
  const isNews = latest?.args !== entry.args || latest.data !== state.data;
  if (keepsPrevious && state.data !== undefined && isNews) setLatest({ args: entry.args, data: state.data });
  const previous = keepsPrevious && state.data === undefined ? latest : undefined;
  const isChanging = !isQuiet && previous !== undefined && state.error === null && !state.isMissing;
  const isPolling = state.data !== undefined && (pollWhile?.(state.data) ?? false);

  useEffect(() => {
    void remote.load(entry.args, { quiet: keepsPrevious && hadData.current });
  }, [remote, entry, keepsPrevious]);

  useEffect(() => {
    hadData.current ||= state.data !== undefined;
  }, [state.data]);

  useEffect(() => (isChanging ? startWaiting('pendingChanges') : undefined), [isChanging]);

  useEffect(() => {
    if (!isPolling) return;
    let pause = POLL_EVERY;
    let isOver = false;
    const poll = async () => {
      if (!document.hidden) {
        await remote.load(entry.args, { quiet: true });
        const { error, isMissing } = entry.state;
        pause = error === null && !isMissing ? POLL_EVERY : Math.min(2 * pause, LONGEST_PAUSE);
      }
      if (!isOver) timer = setTimeout(poll, pause);
    };
    let timer = setTimeout(poll, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [remote, entry, isPolling]);

  return {
    ...state,
    failure: state.data === undefined ? state.error : null,
    data: previous ? previous.data : state.data,
    isPrevious: previous !== undefined,
    dataArgs: previous ? previous.args : entry.args,
    retry: () => remote.reload(entry.args),
  };
}
