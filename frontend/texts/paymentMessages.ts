/** The task of all calls about a payment. */
export const MAKE_PAYMENT = 'Make payment';

/** Messages about payments. They load with the order pages. */
export const paymentMessage = {
  pending: "We're still confirming your payment.",
  processing: "Your bank is processing this payment. Please don't pay again; we'll email you.",
  unknown: "We couldn't find this payment.",
  canceled: 'This payment session has expired. Please enter your card again.',
  declined: "You haven't been charged. Check your card details or use another card.",
  totalChanged: 'The total has changed. Check it before you pay.',
  codeApplied: 'We applied your discount code. Check the total before you pay.',
  pricesChanging: 'Prices are changing right now. Please try again.',
  unpriced: "We couldn't update your total.",
  unprepared: "We couldn't prepare your payment.",
  refused: "We can't charge this cart.",
  providerUnreachable: "We couldn't load the card form. Check your connection and try again.",
} as const;
