import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { counted } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { nouns } from '../../texts/nouns.ts';

/** How long a result stays before the redirect. */
const REDIRECT_SECONDS = 5;

/** Goes to the home page after a countdown, unless the shopper stays. `announcement` is empty once they do. */
export function useRedirectHome() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(REDIRECT_SECONDS);

  useEffect(() => {
    if (secondsLeft === null) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      // Replace the return URL, so that Back doesn't lead to an old result.
      else navigate(pagePatterns.catalogue, { replace: true });
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const seconds = secondsLeft === null ? '' : counted(secondsLeft, nouns.second);
  const stay = () => {
    // The pressed button disappears: move the focus.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    setSecondsLeft(null);
  };
  return { announcement: seconds && `Returning to the shop in ${seconds}…`, stay };
}
