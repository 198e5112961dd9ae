/** What the client says by itself where the server said nothing: the sentences of toasts, and of calls that failed. */

/** What a failed call says if neither the server nor the error has a sentence. */
export const fallback = {
  registerOrLogIn: 'Register failed. Please try again.',
  changePassword: 'Change password failed. Please try again.',
  forgotPassword: 'Forgot password failed. Please try again.',
  resetPassword: 'Reset password failed. Please try again.',
  editProfile: 'Edit user profile failed. Please try again.',
  read: 'Request failed. Please try again.',
  rateProduct: 'Rate product failed. Please try again.',
  addComment: 'Add product comment failed. Please try again.',
  payment: 'Make payment failed. Please try again.',
} as const;

export const message = {
  addedToCart: "You've added new item to cart",
  increasedInCart: "You've increased item count in cart",
  cartIsFull: (title: string, limit: number) => `An order can hold ${limit} of ${title} at most`,
  loginToPay: 'Have to be login.',
  nothingChanged: 'Nothing has changed, so nothing was sent.',
  sessionExpired: 'Your session has expired. Please log in again.',
  paymentPending: 'There is no news of your payment yet.',
  paymentCanceled: 'This payment was replaced by another one. Please enter your card again.',
  contactReachesNobody: 'This form is connected to no mailbox: what you write stays in this browser.',
  contactLogged: 'Your message was sent to nobody.',
  contactLoggedWhere: "It was only written to this browser's console, and is gone when you leave the page.",
  pricesUnchecked: 'The shop’s prices could not be fetched. Those in your cart may be out of date.',
  profileUnchecked: 'Your profile could not be fetched. What you see may be out of date.',
  shopUnreachable: 'The shop could not be reached. Please check your connection and try again.',
  providerUnreachable: 'The card form could not be loaded. Please check your connection and try again.',
} as const;
