import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ListingFilter, listingAddress, readListingFilter } from '#contract/listing/listing-address.ts';
import { preloadListing } from '../../api/listing.ts';
import { currentPath, navigate } from '../../browser/address.ts';

/**
 * How long typing or dragging may go on before the URL follows. Safari allows 100 history changes in 30 seconds, and on a
 * slow phone one takes longer than to render the edit.
 */
const SPACING_MS = 300;

/**
 * Changes the filter and returns to the first page.
 * @param control the control that makes a continuous change, such as typing; null for a single choice
 */
export type ChangeFilter = (change: Partial<ListingFilter>, control?: string | null) => void;

/** Stored in the history entry, so that one continuous edit adds a single entry. */
type FilterInHistory = { edited?: string | null } | null;

/** An edit that is not yet in the URL. */
type PendingEdit = { from: string; filter: ListingFilter; control: string };

/** The filter in the URL, and a function that changes it. */
export function useFilter() {
  const [path] = useLocation();
  const query = useSearch();
  const requested = useMemo(() => readListingFilter(path, query), [path, query]);
  const [edit, setEdit] = useState<PendingEdit | null>(null);
  const [{ change, flush, stop }] = useState(() => addressWriter(setEdit));

  useEffect(() => {
    // Flush before leaving the page, so that Back restores the same list.
    document.addEventListener('click', flush, true);
    return () => {
      document.removeEventListener('click', flush, true);
      stop();
    };
  }, [flush, stop]);

  return { filter: edit?.from === listingAddress(requested) ? edit.filter : requested, change };
}

/** Writes edits to the URL: choices at once, the latest value of a continuous edit from time to time. */
function addressWriter(show: (edit: PendingEdit | null) => void) {
  let pending: PendingEdit | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    pending = null;
    show(null);
  };
  const flush = () => {
    const edit = pending;
    stop();
    // Drop the edit if Back came first: it belongs to the entry just left.
    if (edit?.from === currentAddress()) writeAddress(edit.filter, edit.control);
  };
  const change: ChangeFilter = (change, control = null) => {
    // An edit gets a history entry of its own before another control's change.
    if (pending?.control !== control || pending.from !== currentAddress()) flush();
    const filter = { ...(pending?.filter ?? addressFilter()), page: 1, ...change };
    if (listingAddress(filter) === currentAddress()) return stop();
    preloadListing(filter);
    if (control === null) return writeAddress(filter, control);
    pending = { from: currentAddress(), filter, control };
    timer ??= setTimeout(flush, SPACING_MS);
    show(pending);
  };
  return { change, flush, stop };
}

function addressFilter(): ListingFilter {
  return readListingFilter(currentPath(), window.location.search);
}

/** The canonical address. */
function currentAddress(): string {
  return listingAddress(addressFilter());
}

function writeAddress(filter: ListingFilter, control: string | null): void {
  const state: FilterInHistory = window.history.state;
  const continues = control !== null && state?.edited === control;
  navigate(listingAddress(filter), { replace: continues, state: { edited: control } satisfies FilterInHistory });
}
