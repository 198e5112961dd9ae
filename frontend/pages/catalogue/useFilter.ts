import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type CatalogueFilter, changedFilter } from './filter.ts';
import { type EditedField, editedField, filterQuery, readFilter } from './filterAddress.ts';

/** Safari allows 100 history changes in 30 seconds. */
const SPACING_MS = 300;

/** Stored in the history entry, so that one continuous edit makes a single entry. */
type FilterInHistory = { edited?: EditedField | null } | null;

/** An edit that is not yet in the URL. */
type Waiting = { from: string; filter: CatalogueFilter; timer: ReturnType<typeof setTimeout> };

/** The filter in the URL, and a function that changes it. */
export function useFilter() {
  const query = useSearch();
  const asked = useMemo(() => readFilter(query), [query]);
  const [edit, setEdit] = useState<Pick<Waiting, 'from' | 'filter'> | null>(null);
  const writer = useRef<ReturnType<typeof addressWriter>>(null);
  writer.current ??= addressWriter(setEdit);
  const { change, flush, stop } = writer.current;

  useEffect(() => {
    // Flush before leaving the page, so that Back restores the same list.
    document.addEventListener('click', flush, true);
    return () => {
      document.removeEventListener('click', flush, true);
      stop();
    };
  }, [flush, stop]);

  return { filter: edit?.from === filterQuery(asked) ? edit.filter : asked, change };
}

/** Writes edits to the URL, throttling intermediate values to the browser's limit. */
function addressWriter(show: (edit: Pick<Waiting, 'from' | 'filter'> | null) => void) {
  let lastWrite = Number.NEGATIVE_INFINITY;
  let waiting: Waiting | null = null;

  const stop = () => {
    clearTimeout(waiting?.timer);
    waiting = null;
    show(null);
  };
  const write = (filter: CatalogueFilter) => {
    lastWrite = performance.now();
    writeAddress(filter);
  };
  const flush = () => {
    const edit = waiting;
    stop();
    // Drop the edit if Back came first: it belongs to the entry just left.
    if (edit?.from === addressQuery()) write(edit.filter);
  };
  const change = (edited: Partial<CatalogueFilter>) => {
    if (waiting && waiting.from !== addressQuery()) stop();
    const filter = changedFilter(waiting?.filter ?? addressFilter(), edited);
    // Flush typing into its own history entry before another control's change.
    if (waiting && editedField(waiting.filter, filter) !== editedField(addressFilter(), waiting.filter)) flush();
    const isPassing = editedField(addressFilter(), filter) !== null;
    const wait = isPassing ? lastWrite + SPACING_MS - performance.now() : 0;
    if (filterQuery(filter) === addressQuery()) return stop();
    if (!waiting && wait <= 0) return write(filter);
    waiting = { from: addressQuery(), filter, timer: waiting?.timer ?? setTimeout(flush, wait) };
    show(waiting);
  };
  return { change, flush, stop };
}

function addressFilter(): CatalogueFilter {
  return readFilter(window.location.search);
}

/** The normalized query. */
function addressQuery(): string {
  return filterQuery(addressFilter());
}

function writeAddress(filter: CatalogueFilter): void {
  const edited = editedField(addressFilter(), filter);
  const state: FilterInHistory = window.history.state;
  const continues = edited !== null && state?.edited === edited;
  navigate(window.location.pathname + filterQuery(filter), { replace: continues, state: { edited } });
}
