import { useHistoryState } from 'wouter/use-browser-location';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { navigate } from '../../browser/address.ts';
import { acceptChanges } from '../../stores/checkout.ts';

export const CART_STEP = 1;
export const PAYMENT_STEP = 2;

export type Step = typeof CART_STEP | typeof PAYMENT_STEP;

/** Stored in the history entry, so that the browser's Back leads from the payment to the cart. */
type StepInHistory = {
  orderStep?: number;
  /** Whether the previous entry is the cart. */
  cameFromCart?: boolean;
} | null;

function entry(): StepInHistory {
  return window.history.state;
}

/** Scrolls to the top and moves the focus when one screen replaces another at the same URL. */
function startAtTop(): void {
  window.scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true });
}

// Module-level, so their identity is stable across renders.

function proceed(): void {
  acceptChanges();
  // The payment's entry can show the cart, such as after a logout in another tab.
  const cameFromCart = entry()?.orderStep !== PAYMENT_STEP;
  navigate(pagePatterns.order, { state: { orderStep: PAYMENT_STEP, cameFromCart } satisfies StepInHistory });
  startAtTop();
}

/** Whether the browser is going back. Until it has, the current history entry is still the payment's. */
let isGoingBack = false;

function goBack(): void {
  // Go back like the browser's button: a second cart entry would cost an extra press.
  if (entry()?.cameFromCart) {
    // Going back twice would leave the shop, such as when it changes the cart twice in a row.
    if (isGoingBack) return;
    isGoingBack = true;
    window.addEventListener('popstate', () => (isGoingBack = false), { once: true });
    window.history.back();
    return;
  }
  navigate(pagePatterns.order, { replace: true });
  startAtTop();
}

/** Goes from a failed payment to the next attempt. */
function tryAgain(): void {
  acceptChanges();
  navigate(pagePatterns.order, { replace: true, state: { orderStep: PAYMENT_STEP } satisfies StepInHistory });
  startAtTop();
}

/** The current step of the order, and navigation between steps. */
export function useOrderStep() {
  const step: Step = useHistoryState<StepInHistory>()?.orderStep === PAYMENT_STEP ? PAYMENT_STEP : CART_STEP;
  return { step, proceed, goBack, tryAgain };
}
