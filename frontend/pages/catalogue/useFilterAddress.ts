import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { subscribe } from 'valtio';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type CatalogueFilter, catalogue, showFilter } from '../../stores/catalogue.ts';
import { type EditedField, editedField, filterQuery, readFilter } from './filterAddress.ts';

/** Safari refuses to change the address more than 100 times in 30 seconds. */
const SPACING_MS = 300;

/** Kept in the history's entry, so that one entry takes up all that is typed or slid in one go. */
type FilterInHistory = { edited?: EditedField | null } | null;

/** Keeps the filter and the address's query the same: for the back button, a reload, and a link that is passed on. */
export function useFilterAddress(): void {
  const query = useSearch();
  const ownQuery = useRef<string>(null);

  useLayoutEffect(() => {
    const asked = readFilter(query);
    // What was written from here may be older than what has been typed since.
    if (filterQuery(asked) === ownQuery.current) return;
    ownQuery.current = null;
    showFilter(asked);
  }, [query]);

  useEffect(() => followFilter(ownQuery), []);
}

/** Writes the filter into the address whenever it has changed. @returns what ends that */
function followFilter(ownQuery: RefObject<string | null>): () => void {
  let lastWrite = Number.NEGATIVE_INFINITY;
  let waiting: { from: string; filter: CatalogueFilter; timer: ReturnType<typeof setTimeout> } | null = null;

  const write = (filter: CatalogueFilter) => {
    lastWrite = performance.now();
    ownQuery.current = filterQuery(filter);
    writeAddress(filter);
  };
  const flush = () => {
    if (!waiting) return;
    const { from, filter, timer } = waiting;
    waiting = null;
    clearTimeout(timer);
    // The back button may have been quicker; what was typed belongs to the entry that it led away from.
    if (from === filterQuery(addressFilter())) write(filter);
  };
  const follow = () => {
    const { search, minPrice, sort, page } = catalogue;
    const filter = { search, minPrice, sort, page };
    // What was typed gets its own entry in the history before what another control has changed.
    if (waiting && editedField(waiting.filter, filter) !== editedField(addressFilter(), waiting.filter)) flush();
    if (filterQuery(filter) === filterQuery(addressFilter())) {
      clearTimeout(waiting?.timer);
      waiting = null;
      return;
    }
    const isPassing = editedField(addressFilter(), filter) !== null;
    const wait = isPassing ? lastWrite + SPACING_MS - performance.now() : 0;
    if (waiting) waiting.filter = filter;
    else if (wait > 0) waiting = { from: filterQuery(addressFilter()), filter, timer: setTimeout(flush, wait) };
    else write(filter);
  };

  const unsubscribe = subscribe(catalogue, follow);
  // Before a link leads away from here: the way back must lead to what is shown.
  document.addEventListener('click', flush, true);
  return () => {
    unsubscribe();
    document.removeEventListener('click', flush, true);
    clearTimeout(waiting?.timer);
  };
}

function addressFilter(): CatalogueFilter {
  return readFilter(window.location.search);
}

function writeAddress(filter: CatalogueFilter): void {
  const edited = editedField(addressFilter(), filter);
  const state: FilterInHistory = window.history.state;
  const goesOn = edited !== null && state?.edited === edited;
  navigate(window.location.pathname + filterQuery(filter), { replace: goesOn, state: { edited } });
}
