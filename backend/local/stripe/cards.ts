import { StripeError } from './errors.ts';

/** Why a card is declined. https://docs.stripe.com/declines/codes */
type Decline = { code: string; declineCode: string; message: string };

/** The behavior of a test card: https://docs.stripe.com/testing */
export type TestCard = { brand: string; last4: string; needsAuthentication: boolean; decline: Decline | null };

/** The only brand with four-digit security codes. */
const LONG_CVC_BRAND = 'amex';

const CARD_DECLINED = { code: 'card_declined', message: 'Your card was declined.' };
const NOT_A_TEST_CARD: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
};

type KnownCard = { number: string; decline?: Decline; needsAuthentication?: boolean };

/** Test cards by the suffix of their `pm_card_…` ids. */
const CARDS: Record<string, KnownCard> = {
  visa: { number: '4242424242424242' },
  mastercard: { number: '5555555555554444' },
  amex: { number: '378282246310005' },
  chargeDeclined: { number: '4000000000000002', decline: { ...CARD_DECLINED, declineCode: 'generic_decline' } },
  chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  chargeDeclinedExpiredCard: {
    number: '4000000000000069',
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  authenticationRequired: { number: '4000002760003184', needsAuthentication: true },
  authenticationRequiredOnSetup: { number: '4000002500003155', needsAuthentication: true },
  threeDSecureRequiredChargeDeclined: {
    number: '4000008400001629',
    needsAuthentication: true,
    decline: { ...CARD_DECLINED, declineCode: 'generic_decline' },
  },
};

/** The card that a `pm_card_…` id stands for. */
export function cardNamed(paymentMethodId: string): TestCard | null {
  const name = /^pm_card_(\w+)$/.exec(paymentMethodId)?.[1] ?? '';
  const card = Object.hasOwn(CARDS, name) ? CARDS[name] : undefined;
  return card ? testCard(card.number) : null;
}

type CardInput = { number: string; expMonth: number; expYear: number; cvc: string | null };

/** @throws StripeError for an invalid card, with the provider's message */
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
  const known = Object.values(CARDS).find((card) => card.number === number);
  return {
    brand: brandOf(number),
    last4: number.slice(-4),
    needsAuthentication: known?.needsAuthentication ?? false,
    decline: known ? (known.decline ?? null) : NOT_A_TEST_CARD,
  };
}

/** ISO/IEC 7812: the last digit checks the others. */
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
  return 'unknown';
}
