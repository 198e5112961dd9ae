import { useLayoutEffect } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { pagePatterns } from '#contract/page-addresses.ts';
import { CART_STEP, checkout, PAYMENT_STEP, proceedToPayment, returnToCart, showStep } from '../../stores/checkout.ts';

/** The step is kept in the history's entry: the browser's back button leads from the payment to the cart. */
type StepInHistory = {
  orderStep?: number;
  /** Whether the entry before this one is the cart. */
  cameFromCart?: boolean;
} | null;

function entry(): StepInHistory {
  return window.history.state;
}

/** A screen that replaces another one at the same address starts at its top, for the eye and for a screen reader. */
function startAtTop(): void {
  window.scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true });
}

// Module-level, so their identity is stable across renders.

function proceed(): void {
  proceedToPayment();
  // The cart can show at the payment's own entry, as after a logout in another tab.
  navigate(pagePatterns.order, {
    state: { orderStep: checkout.step, cameFromCart: entry()?.orderStep !== PAYMENT_STEP },
  });
  startAtTop();
}

function goBack(): void {
  returnToCart();
  // Like the browser's own button: a second entry of the cart would be one press too many on the way back.
  if (entry()?.cameFromCart) {
    window.history.back();
    return;
  }
  navigate(pagePatterns.order, { replace: true });
  startAtTop();
}

/** From the result of a payment that failed to the next attempt. */
function tryAgain(): void {
  proceedToPayment();
  navigate(pagePatterns.order, { replace: true, state: { orderStep: checkout.step } });
  startAtTop();
}

/** The step of the order, and the ways between them. */
export function useOrderStep() {
  const step = useHistoryState<StepInHistory>()?.orderStep === PAYMENT_STEP ? PAYMENT_STEP : CART_STEP;

  useLayoutEffect(() => {
    showStep(step);
  }, [step]);

  return { step, proceed, goBack, tryAgain };
}
