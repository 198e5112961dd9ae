import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type CatalogueFilter, changedFilter } from './filter.ts';
import { type EditedField, editedField, filterQuery, readFilter } from './filterAddress.ts';

/** Safari refuses to change the address more than 100 times in 30 seconds. */
const SPACING_MS = 300;

/** Kept in the history's entry, so that one entry takes up all that is typed or slid in one go. */
type FilterInHistory = { edited?: EditedField | null } | null;

/** An edit that the address will have in a moment. */
type Waiting = { from: string; filter: CatalogueFilter; timer: ReturnType<typeof setTimeout> };

/** The filter that the address asks for, and a way to change it there. */
export function useFilter() {
  const query = useSearch();
  const asked = useMemo(() => readFilter(query), [query]);
  const [edit, setEdit] = useState<Pick<Waiting, 'from' | 'filter'> | null>(null);
  const writer = useRef<ReturnType<typeof addressWriter>>(null);
  writer.current ??= addressWriter(setEdit);
  const { change, flush, stop } = writer.current;

  useEffect(() => {
    // Before a link leads away: the way back must lead to what is shown.
    document.addEventListener('click', flush, true);
    return () => {
      document.removeEventListener('click', flush, true);
      stop();
    };
  }, [flush, stop]);

  return { filter: edit?.from === filterQuery(asked) ? edit.filter : asked, change };
}

/** Writes edits into the address, those of a passing value no more often than the browser allows. */
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
    // The back button may have been quicker; the edit belongs to the entry that it led away from.
    if (edit?.from === addressQuery()) write(edit.filter);
  };
  const change = (edited: Partial<CatalogueFilter>) => {
    if (waiting && waiting.from !== addressQuery()) stop();
    const filter = changedFilter(waiting?.filter ?? addressFilter(), edited);
    // What was typed gets its own entry in the history before what another control changes.
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

/** The query as this page would write it. */
function addressQuery(): string {
  return filterQuery(addressFilter());
}

function writeAddress(filter: CatalogueFilter): void {
  const edited = editedField(addressFilter(), filter);
  const state: FilterInHistory = window.history.state;
  const continues = edited !== null && state?.edited === edited;
  navigate(window.location.pathname + filterQuery(filter), { replace: continues, state: { edited } });
}
