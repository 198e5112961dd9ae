import { useLayoutEffect } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { pagePatterns } from '#contract/page-addresses.ts';
import { CART_STEP, checkout, PAYMENT_STEP, proceedToPayment, returnToCart, showStep } from '../../stores/checkout.ts';

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
  proceedToPayment();
  // The payment's entry can show the cart, such as after a logout in another tab.
  navigate(pagePatterns.order, {
    state: { orderStep: checkout.step, cameFromCart: entry()?.orderStep !== PAYMENT_STEP },
  });
  startAtTop();
}

function goBack(): void {
  returnToCart();
  // Go back like the browser's button: a second cart entry would cost an extra press.
  if (entry()?.cameFromCart) {
    window.history.back();
    return;
  }
  navigate(pagePatterns.order, { replace: true });
  startAtTop();
}

/** Goes from a failed payment to the next attempt. */
function tryAgain(): void {
  proceedToPayment();
  navigate(pagePatterns.order, { replace: true, state: { orderStep: checkout.step } });
  startAtTop();
}

/** The current step of the order, and navigation between steps. */
export function useOrderStep() {
  const step = useHistoryState<StepInHistory>()?.orderStep === PAYMENT_STEP ? PAYMENT_STEP : CART_STEP;

  useLayoutEffect(() => {
    showStep(step);
  }, [step]);

  return { step, proceed, goBack, tryAgain };
}
