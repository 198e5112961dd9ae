import { readStored } from '../browser/storage.ts';
import { errorMessage, isMissing, showFailure } from './errors.ts';

export type RemoteState<Data> = {
  /** The latest response with unconfirmed changes applied; undefined before the first. */
  data: Data | undefined;
  /** Why the latest load failed; null after a success. */
  error: string | null;
  /** Whether the server responded "not found". */
  isMissing: boolean;
  /** Background refreshes don't count. */
  isLoading: boolean;
};

export type LoadOptions = {
  /** Aborts once the response is no longer needed. */
  signal: AbortSignal;
  /** Shows the full-screen loader meanwhile. */
  showsLoader: boolean;
};

type RemoteOptions<Args, Data> = {
  load: (args: Args, options: LoadOptions) => Promise<Data>;
  /** The same for every user: kept at logout. */
  isPublic?: boolean;
  /** Shows a failed load and returns its message. */
  onFailure?: (error: unknown) => string;
  /** The maximum number of entries that are not on screen. The ones that were used last stay. */
  hiddenMax?: number;
  /** Drops an entry that leaves the screen, for forms that must start from fresh data. */
  forgetsWhenHidden?: boolean;
};

/** The data for one set of arguments. */
type Entry<Args, Data> = {
  args: Args;
  state: RemoteState<Data>;
  /** The latest response, without unconfirmed changes. */
  response: Data | undefined;
  changes: Set<(data: Data) => Data>;
  /** The pending load. */
  loading: Promise<Data> | null;
  controller: AbortController | null;
  /** A current response, for which the next `load` sends no request. */
  seed: Data | undefined;
  /** Callers of `refresh` waiting for the pending load. */
  waiting: number;
  listeners: Set<() => void>;
  subscribe: (listener: () => void) => () => void;
};

/** Data that the server owns. Pages read it with useRemote. */
export type Remote<Args, Data> = ReturnType<typeof createRemote<Args, Data>>;

const nothing = { data: undefined, error: null, isMissing: false, isLoading: false };

/** What drops personal data. */
const forgetters: (() => void)[] = [];

/** Calls `listener` when personal data must be dropped. */
export function onForget(listener: () => void): void {
  forgetters.push(listener);
}

/** On the server, which renders pages for anyone: the entries of each Remote. */
const serverCaches: Map<string, unknown>[] = [];

/** Drops all data of a rendered page. */
export function clearServerCaches(): void {
  for (const cache of serverCaches) cache.clear();
}

/** Drops all personal data and pending responses. Data on screen reloads if a user is logged in. */
export function forgetPersonalData(): void {
  for (const forget of forgetters) forget();
}

/**
 * Caches responses, one entry per set of arguments, which must be JSON. A later load, a change or a logout makes a
 * pending response stale.
 */
export function createRemote<Args, Data>({
  load,
  isPublic = false,
  onFailure = showFailure,
  hiddenMax = 20,
  forgetsWhenHidden = false,
}: RemoteOptions<Args, Data>) {
  const entries = new Map<string, Entry<Args, Data>>();
  if (import.meta.env.SSR) serverCaches.push(entries);
  const dataListeners = new Set<(args: Args, data: Data) => void>();

  const entryOf = (args: Args): Entry<Args, Data> => {
    const key = JSON.stringify(args) ?? '';
    const known = entries.get(key);
    if (known) {
      // Moves it to the end.
      entries.delete(key);
      entries.set(key, known);
      return known;
    }
    const listeners = new Set<() => void>();
    const entry: Entry<Args, Data> = {
      args,
      state: nothing,
      response: undefined,
      changes: new Set(),
      loading: null,
      controller: null,
      seed: undefined,
      waiting: 0,
      listeners,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0) hide(entry);
          dropHidden();
        };
      },
    };
    entries.set(key, entry);
    return entry;
  };

  const hide = (entry: Entry<Args, Data>) => {
    if (entry.waiting === 0) stopLoading(entry);
    if (forgetsWhenHidden) empty(entry);
  };

  const empty = (entry: Entry<Args, Data>) => {
    entry.response = undefined;
    updateState(entry, { ...nothing, isLoading: entry.loading !== null });
  };

  const dropHidden = () => {
    const hidden = [...entries].filter(([, { listeners, loading }]) => listeners.size === 0 && loading === null);
    for (const [key] of hidden.slice(0, Math.max(0, hidden.length - hiddenMax))) entries.delete(key);
  };

  const updateState = (entry: Entry<Args, Data>, change: Partial<RemoteState<Data>> = {}) => {
    const { response, changes } = entry;
    const data =
      response === undefined ? undefined : [...changes].reduce<Data>((shown, apply) => apply(shown), response);
    entry.state = { ...entry.state, ...change, data };
    for (const listener of entry.listeners) listener();
  };

  const accept = (entry: Entry<Args, Data>, response: Data, change?: Partial<RemoteState<Data>>) => {
    // An equal response keeps its identity, so that a refresh without news renders nothing and resets no form.
    if (JSON.stringify(response) !== JSON.stringify(entry.response)) entry.response = response;
    updateState(entry, { error: null, isMissing: false, ...change });
    if (forgetsWhenHidden && entry.listeners.size === 0) empty(entry);
    for (const listener of dataListeners) listener(entry.args, response);
  };

  const stopLoading = (entry: Entry<Args, Data>) => {
    entry.controller?.abort();
    Object.assign(entry, { controller: null, loading: null });
    if (entry.state.isLoading) updateState(entry, { isLoading: false });
  };

  const messageOf = (entry: Entry<Args, Data>, error: unknown, quiet: boolean): string | null => {
    if (isMissing(error)) return null;
    // Only the first of consecutive failed polls shows a toast.
    return quiet && entry.state.error !== null ? errorMessage(error) : onFailure(error);
  };

  /** Starts a load, replacing a pending one. */
  const startLoading = (entry: Entry<Args, Data>, quiet = false): Promise<Data> => {
    entry.controller?.abort();
    const controller = new AbortController();
    entry.controller = controller;
    if (!quiet && !entry.state.isLoading) updateState(entry, { isLoading: true });
    const end = () => Object.assign(entry, { controller: null, loading: null });
    entry.loading = load(entry.args, { signal: controller.signal, showsLoader: !quiet }).then(
      (response) => {
        // Callers waiting for a stale response get the newer one.
        if (entry.controller !== controller) return entry.loading ?? response;
        end();
        accept(entry, response, { isLoading: false });
        return response;
      },
      (error) => {
        if (entry.controller !== controller && entry.loading) return entry.loading;
        if (entry.controller === controller) {
          end();
          updateState(entry, { error: messageOf(entry, error, quiet), isMissing: isMissing(error), isLoading: false });
        }
        throw error;
      },
    );
    return entry.loading;
  };

  /** Resolves when the load settles; the entry's state has the result. */
  const settled = (loading: Promise<Data>): Promise<void> =>
    loading.then(
      () => undefined,
      () => undefined,
    );

  /** A pending response may predate the current data. */
  const replaceStale = (entry: Entry<Args, Data>) => {
    if (entry.loading) void settled(startLoading(entry, !entry.state.isLoading));
  };

  const forget = () => {
    for (const entry of [...entries.values()]) {
      stopLoading(entry);
      entry.changes.clear();
      empty(entry);
      if (entry.listeners.size > 0 && readStored('token') !== null) void settled(startLoading(entry));
    }
  };
  if (!isPublic) onForget(forget);

  // The server has no connection to regain.
  globalThis.addEventListener?.('online', () => {
    for (const entry of [...entries.values()]) {
      if (entry.listeners.size > 0 && entry.state.error !== null) void settled(startLoading(entry, true));
    }
  });

  return {
    /** For useRemote. */
    entryOf,

    /** The cached state, without loading. */
    peek: (args: Args): Data | undefined => entryOf(args).state.data,

    /** The data of every cached entry. */
    all: (): Data[] => [...entries.values()].map(({ state }) => state.data).filter((data) => data !== undefined),

    /** Loads, or waits for the pending load. A failure shows in the state and in a toast. */
    load: (args: Args, options?: { quiet: boolean }): Promise<void> => {
      const entry = entryOf(args);
      const isCurrent = entry.seed !== undefined && entry.seed === entry.response;
      entry.seed = undefined;
      if (isCurrent) return Promise.resolve();
      return settled(entry.loading ?? startLoading(entry, options?.quiet));
    },

    /** Reloads, replacing a pending load. Failures show as for `load`. */
    reload: (args: Args, options?: { quiet: boolean }): Promise<void> =>
      settled(startLoading(entryOf(args), options?.quiet)),

    /** Fetches the current data from the server. Failures show as for `load`. @throws ApiError */
    refresh: async (args: Args, options?: { quiet: boolean }): Promise<Data> => {
      const entry = entryOf(args);
      entry.waiting += 1;
      try {
        return await startLoading(entry, options?.quiet);
      } finally {
        entry.waiting -= 1;
      }
    },

    /** Stores data from another call's response. */
    write: (args: Args, data: Data): void => {
      const entry = entryOf(args);
      accept(entry, data);
      replaceStale(entry);
    },

    /** Stores data that came with the page. If it is current, the first `load` sends no request. */
    seed: (args: Args, data: Data, { isCurrent }: { isCurrent: boolean }): void => {
      const entry = entryOf(args);
      accept(entry, data);
      if (isCurrent) entry.seed = entry.response;
    },

    /** Updates every cached entry from another call's response. */
    update: (change: (data: Data) => Data): void => {
      for (const entry of [...entries.values()]) {
        if (entry.response !== undefined) accept(entry, change(entry.response));
        replaceStale(entry);
      }
    },

    /**
     * Shows a change at once and sends it. A rejected one is rolled back alone, in any order.
     * @param confirm applies the server's response to the data; defaults to the change itself
     * @throws whatever `send` throws
     */
    change: async <Result>(
      args: Args,
      apply: (data: Data) => Data,
      send: () => Promise<Result>,
      confirm: (data: Data, result: Result) => Data = apply,
    ): Promise<Result> => {
      const entry = entryOf(args);
      // A new function each time, so that a repeated change counts twice.
      const change = (data: Data) => apply(data);
      entry.changes.add(change);
      updateState(entry);
      try {
        const result = await send();
        if (entry.changes.has(change) && entry.response !== undefined) accept(entry, confirm(entry.response, result));
        return result;
      } finally {
        entry.changes.delete(change);
        updateState(entry);
        replaceStale(entry);
      }
    },

    /** Notifies of all data from the server: from a load, a `write` or a confirmed change. */
    onData: (listener: (args: Args, data: Data) => void): void => {
      dataListeners.add(listener);
    },

    /** Drops data that is not on screen, so that it doesn't flash stale values later. */
    forgetHidden: (): void => {
      for (const entry of [...entries.values()]) {
        if (entry.listeners.size > 0) continue;
        empty(entry);
        if (entry.waiting > 0) replaceStale(entry);
        else stopLoading(entry);
      }
    },
  };
}
