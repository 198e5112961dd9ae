import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type CatalogueFilter, changedFilter } from './filter.ts';
import { type EditedField, editedField, filterQuery, readFilter } from './filterAddress.ts';

/** Safari allows 100 history changes in 30 seconds. */
const SPACING_MS = 300;

/** Stored in the history entry, so that one continuous edit adds a single entry. */
type FilterInHistory = { edited?: EditedField | null } | null;

/** An edit that is not yet in the URL. */
type PendingEdit = { from: string; filter: CatalogueFilter; timer: ReturnType<typeof setTimeout> };

/** The filter in the URL, and a function that changes it. */
export function useFilter() {
  const query = useSearch();
  const requested = useMemo(() => readFilter(query), [query]);
  const [edit, setEdit] = useState<Pick<PendingEdit, 'from' | 'filter'> | null>(null);
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

  return { filter: edit?.from === filterQuery(requested) ? edit.filter : requested, change };
}

/** Writes edits to the URL, throttling intermediate values to the browser's limit. */
function addressWriter(show: (edit: Pick<PendingEdit, 'from' | 'filter'> | null) => void) {
  let lastWrite = Number.NEGATIVE_INFINITY;
  let pending: PendingEdit | null = null;

  const stop = () => {
    clearTimeout(pending?.timer);
    pending = null;
    show(null);
  };
  const write = (filter: CatalogueFilter) => {
    lastWrite = performance.now();
    writeAddress(filter);
  };
  const flush = () => {
    const edit = pending;
    stop();
    // Drop the edit if Back came first: it belongs to the entry just left.
    if (edit?.from === addressQuery()) write(edit.filter);
  };
  const change = (edited: Partial<CatalogueFilter>) => {
    if (pending && pending.from !== addressQuery()) stop();
    const filter = changedFilter(pending?.filter ?? addressFilter(), edited);
    // Flush typing into its own history entry before another control's change.
    if (pending && editedField(pending.filter, filter) !== editedField(addressFilter(), pending.filter)) flush();
    const isIntermediate = editedField(addressFilter(), filter) !== null;
    const wait = isIntermediate ? lastWrite + SPACING_MS - performance.now() : 0;
    if (filterQuery(filter) === addressQuery()) return stop();
    if (!pending && wait <= 0) return write(filter);
    pending = { from: addressQuery(), filter, timer: pending?.timer ?? setTimeout(flush, wait) };
    show(pending);
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
