import { useEffect } from 'react';
import type { WorkView } from '#contract/users/work.ts';
import { call } from '../call.ts';
import { errorMessage } from '../errors.ts';
import { createRemote } from '../remote.ts';
import { useRemoteState } from '../useRemote.ts';

/** The work that waits for the user. It loads in the background, so a failure shows no toast. */
export const work = createRemote<null, WorkView>({
  load: (_args, { signal }) => call<'Work'>('GET', '/admin/work', { signal }),
  onFailure: errorMessage,
});

/** Milliseconds between two refreshes: others work too. */
const REFRESH_EVERY = 60_000;

/** What waits, as last counted; undefined before. */
export function useWork(): WorkView | undefined {
  return useRemoteState(work, null).data;
}

/** Counts again. Call it after each change that may do or bring work. */
export function refreshWork(): void {
  // Replaces a pending count, which may not know of the change.
  void work.reload(null, { quiet: true });
}

function refreshIfVisible(): void {
  if (!document.hidden) refreshWork();
}

/** Keeps the counts up to date while the page is visible, if it may be read. */
export function useWorkRefresh(isAllowed: boolean): void {
  useEffect(() => {
    if (!isAllowed) return;
    refreshIfVisible();
    const timer = setInterval(refreshIfVisible, REFRESH_EVERY);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  }, [isAllowed]);
}
