/** Messages that every page needs. Others live beside their only use, in code that loads separately. */

export const message = {
  addedToCart: "You've added new item to cart",
  increasedInCart: "You've increased item count in cart",
  cardDetails: 'Your card details go straight to the payment provider.',
  cartIsFull: (limit: number) => `Limit of ${limit} per order`,
  cartChangedElsewhere: 'Your cart changed in another tab. Check the total before you pay.',
  nothingChanged: 'No changes to save',
  sessionExpired: 'Your session has expired. Please log in again.',
  shopUnreachable: "We couldn't reach the shop. Check your connection and try again.",
} as const;
