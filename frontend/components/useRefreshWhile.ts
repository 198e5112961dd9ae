import { useEffect, useRef } from 'react';

/** Milliseconds between one look and the next. */
const LOOK_EVERY = 1000;
/** After each failure in a row the pause is twice as long as the one before, and at most this long. */
const LONGEST_PAUSE = 30_000;

/**
 * Looks again and again while there is something to wait for. A failure does not end that: the shop may have been away
 * for a moment only.
 * @param look asks once how things stand; rejects if it can't be told
 * @param tell called with the first failure of each row of them
 */
export function useRefreshWhile(waiting: boolean, look: () => Promise<void>, tell: (error: unknown) => void): void {
  const latest = useRef({ look, tell });
  latest.current = { look, tell };
  useEffect(() => {
    if (!waiting) return;
    let isOver = false;
    let pause = LOOK_EVERY;
    const next = async () => {
      try {
        await latest.current.look();
        pause = LOOK_EVERY;
      } catch (error) {
        if (!isOver && pause === LOOK_EVERY) latest.current.tell(error);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
      // The page may have been left while the question was under way.
      if (!isOver) timer = setTimeout(next, pause);
    };
    let timer = setTimeout(next, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [waiting]);
}
