import { StripeError } from './errors.ts';

/** Why a card is declined. https://docs.stripe.com/declines/codes */
type Decline = { code: string; declineCode: string; message: string };

/** How a test card behaves: https://docs.stripe.com/testing */
export type TestCard = { brand: string; last4: string; needsAuthentication: boolean; decline: Decline | null };

/** The brand whose security code has four digits. */
const LONG_CVC_BRAND = 'amex';

const DECLINES = {
  generic: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficientFunds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost: { code: 'card_declined', declineCode: 'lost_card', message: 'Your card was declined.' },
  stolen: { code: 'card_declined', declineCode: 'stolen_card', message: 'Your card was declined.' },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: 'Your card was declined.' },
  expired: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  incorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processingError: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  notATestCard: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
} satisfies Record<string, Decline>;

/** Numbers that are declined immediately. */
const DECLINED: Record<string, Decline> = {
  '4000000000000002': DECLINES.generic,
  '4000000000009995': DECLINES.insufficientFunds,
  '4000000000009987': DECLINES.lost,
  '4000000000009979': DECLINES.stolen,
  '4100000000000019': DECLINES.fraudulent,
  '4000000000000069': DECLINES.expired,
  '4000000000000127': DECLINES.incorrectCvc,
  '4000000000000119': DECLINES.processingError,
};

/** Numbers that require authentication, with the outcome after it. */
const AUTHENTICATED: Record<string, Decline | null> = {
  '4000002500003155': null,
  '4000002760003184': null,
  '4000003800000446': null,
  '4000000000003220': null,
  '4000000000003063': null,
  '4000008400001629': DECLINES.generic,
  '4000008260003178': DECLINES.insufficientFunds,
};

const PAID = new Set([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '3056930009020004',
  '36227206271667',
  '3566002020360505',
  '6200000000000005',
]);

/** Ids that stand for a card number: https://docs.stripe.com/testing?testing-method=payment-methods */
const BY_NAME: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedFraudulent: '4100000000000019',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequired: '4000000000003063',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
};

/** The card that a `pm_card_…` id stands for; `pm_card_visa_chargeDeclined` is `pm_card_chargeDeclined`. */
export function cardNamed(paymentMethodId: string): TestCard | null {
  const name = /^pm_card_(?:visa_(?=[cat]))?(\w+)$/.exec(paymentMethodId)?.[1] ?? '';
  const number = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  return number === undefined ? null : testCard(number);
}

type CardInput = { number: string; expMonth: number; expYear: number; cvc: string | null };

/** @throws StripeError with the provider's message for an invalid card */
export function readCard({ number, expMonth, expYear, cvc }: CardInput, now = new Date()): TestCard {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardRefusal('Your card number is incorrect.', 'incorrect_number', 'number');
  }
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    throw cardRefusal("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month');
  }
  const isPast = expYear * 12 + expMonth < now.getFullYear() * 12 + now.getMonth() + 1;
  if (!Number.isInteger(expYear) || isPast || expYear > now.getFullYear() + 50) {
    throw cardRefusal("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year');
  }
  const card = testCard(digits);
  if (cvc !== null && !(card.brand === LONG_CVC_BRAND ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) {
    throw cardRefusal("Your card's security code is invalid.", 'invalid_cvc', 'cvc');
  }
  return card;
}

function cardRefusal(message: string, code: string, param: string) {
  return new StripeError(402, { type: 'card_error', message, code, param });
}

function testCard(number: string): TestCard {
  const isAuthenticated = Object.hasOwn(AUTHENTICATED, number);
  const isKnown = isAuthenticated || PAID.has(number) || Object.hasOwn(DECLINED, number);
  const decline = isAuthenticated ? AUTHENTICATED[number] : DECLINED[number];
  return {
    brand: brandOf(number),
    last4: number.slice(-4),
    needsAuthentication: isAuthenticated,
    decline: isKnown ? (decline ?? null) : DECLINES.notATestCard,
  };
}

/** ISO/IEC 7812: the last digit is a check digit. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return LONG_CVC_BRAND;
  if (/^(6011|64[4-9]|65)/.test(number)) return 'discover';
  if (/^3[068]/.test(number)) return 'diners';
  if (/^35/.test(number)) return 'jcb';
  if (/^62/.test(number)) return 'unionpay';
  return 'unknown';
}
