import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { counted } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';

/** How long a result stays before the shop is shown again. */
const REDIRECT_SECONDS = 5;

/** Goes to the shop's home after a countdown. `sentence` announces it, and is empty once it is canceled. */
export function useRedirectHome() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(REDIRECT_SECONDS);

  useEffect(() => {
    if (secondsLeft === null) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      // In place of the provider's return: the back button must not lead to a result that is over.
      else navigate(pagePatterns.catalogue, { replace: true });
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const seconds = secondsLeft === null ? '' : counted(secondsLeft, { one: 'second', other: 'seconds' });
  return { sentence: seconds && `Returning to the shop in ${seconds}…`, cancel: () => setSecondsLeft(null) };
}
