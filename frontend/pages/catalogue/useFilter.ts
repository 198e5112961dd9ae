import { useEffect, useMemo, useState } from 'react';
import { useRouter, useSearch } from 'wouter';
import { navigate, usePathname } from 'wouter/use-browser-location';
import { type ListingFilter, listingAddress, readListingFilter } from '#contract/listing-address.ts';
import { preloadListing } from '../../api/listing.ts';
import { changedFilter, editedParameter } from './filterChanges.ts';

/**
 * How long typing or dragging may go on before the URL follows. Safari allows 100 history changes in 30 seconds, and on a
 * slow phone one takes longer than to render the edit.
 */
const SPACING_MS = 300;

/** Stored in the history entry, so that one continuous edit adds a single entry. */
type FilterInHistory = { edited?: string | null } | null;

/** An edit that is not yet in the URL. */
type PendingEdit = { from: string; filter: ListingFilter; timer: ReturnType<typeof setTimeout> };

/** The filter in the URL, and a function that changes it. */
export function useFilter() {
  const path = usePathname({ ssrPath: useRouter().ssrPath });
  const query = useSearch();
  const requested = useMemo(() => readListingFilter(path, query), [path, query]);
  const [edit, setEdit] = useState<Pick<PendingEdit, 'from' | 'filter'> | null>(null);
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
function addressWriter(show: (edit: Pick<PendingEdit, 'from' | 'filter'> | null) => void) {
  let pending: PendingEdit | null = null;

  const stop = () => {
    clearTimeout(pending?.timer);
    pending = null;
    show(null);
  };
  const flush = () => {
    const edit = pending;
    stop();
    // Drop the edit if Back came first: it belongs to the entry just left.
    if (edit?.from === currentAddress()) writeAddress(edit.filter);
  };
  const change = (edited: Partial<ListingFilter>) => {
    if (pending && pending.from !== currentAddress()) stop();
    const filter = changedFilter(pending?.filter ?? addressFilter(), edited);
    // Flush typing into its own history entry before another control's change.
    if (pending && editedParameter(pending.filter, filter) !== editedParameter(addressFilter(), pending.filter))
      flush();
    if (listingAddress(filter) === currentAddress()) return stop();
    preloadListing(filter);
    const isContinuous = editedParameter(addressFilter(), filter) !== null;
    if (!pending && !isContinuous) return writeAddress(filter);
    pending = { from: currentAddress(), filter, timer: pending?.timer ?? setTimeout(flush, SPACING_MS) };
    show(pending);
  };
  return { change, flush, stop };
}

function addressFilter(): ListingFilter {
  return readListingFilter(window.location.pathname, window.location.search);
}

/** The canonical address. */
function currentAddress(): string {
  return listingAddress(addressFilter());
}

function writeAddress(filter: ListingFilter): void {
  const edited = editedParameter(addressFilter(), filter);
  const state: FilterInHistory = window.history.state;
  const continues = edited !== null && state?.edited === edited;
  navigate(listingAddress(filter), { replace: continues, state: { edited } });
}
