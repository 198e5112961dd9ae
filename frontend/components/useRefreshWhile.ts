import { useEffect, useRef } from 'react';

/** Milliseconds between one look and the next. */
const LOOK_EVERY = 1000;

/**
 * Looks again and again while there is something to wait for.
 * @param look answers whether it could; if not, it is not tried again until there is something new to wait for
 */
export function useRefreshWhile(waiting: boolean, look: () => Promise<boolean>): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!waiting) return;
    let isOver = false;
    const next = async () => {
      const worked = await latest.current();
      // The page may have been left while the question was under way.
      if (worked && !isOver) timer = setTimeout(next, LOOK_EVERY);
    };
    let timer = setTimeout(next, LOOK_EVERY);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [waiting]);
}
