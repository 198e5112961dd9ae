import { useEffect, useLayoutEffect } from 'react';
import { subscribe } from 'valtio';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { catalogue, showFilter } from '../../stores/catalogue.ts';
import { type EditedField, editedField, filterQuery, readFilter } from './filterAddress.ts';

/** Safari refuses to change the address more than 100 times in 30 seconds. */
const SPACING_MS = 300;

/** Kept in the history's entry, so that one entry takes up all that is typed or slid in one go. */
type FilterInHistory = { edited?: EditedField | null } | null;

/** Keeps the filter and the address's query the same: for the back button, a reload, and a link that is passed on. */
export function useFilterAddress(): void {
  const query = useSearch();
  useLayoutEffect(() => showFilter(readFilter(query)), [query]);
  useEffect(() => followFilter(), []);
}

/** Writes the filter into the address whenever it has changed. @returns what ends that */
function followFilter(): () => void {
  let lastWrite = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    lastWrite = performance.now();
    writeAddress();
  };
  const follow = () => {
    if (!differs()) return;
    const isPassing = editedField(readFilter(window.location.search), catalogue) !== null;
    const wait = isPassing ? lastWrite + SPACING_MS - performance.now() : 0;
    if (wait <= 0) write();
    else timer ??= setTimeout(write, wait);
  };
  const flush = () => {
    if (timer !== undefined) write();
  };

  const unsubscribe = subscribe(catalogue, follow);
  // Before a link leads away from here: the way back must lead to what is shown.
  document.addEventListener('click', flush, true);
  return () => {
    unsubscribe();
    document.removeEventListener('click', flush, true);
    clearTimeout(timer);
  };
}

function differs(): boolean {
  return filterQuery(readFilter(window.location.search)) !== filterQuery(catalogue);
}

function writeAddress(): void {
  if (!differs()) return;
  const edited = editedField(readFilter(window.location.search), catalogue);
  const state: FilterInHistory = window.history.state;
  const goesOn = edited !== null && state?.edited === edited;
  navigate(window.location.pathname + filterQuery(catalogue), { replace: goesOn, state: { edited } });
}
