import { currentLanguage } from '#messages';
import { invalidRequest } from './errors.ts';

/** Maximum charge in any currency, in its smallest unit: https://docs.stripe.com/api/payment_intents/create#create_payment_intent-amount */
const MAXIMUM = 99_999_999;

/** Minimum charge in the smallest unit: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUMS: Record<string, number> = { eur: 50, usd: 50 };

/**
 * US dollars per unit. The provider publishes no minimum for these currencies: an amount must be worth 0.50 USD at the
 * day's rate. A fixed rate keeps responses stable.
 */
const DOLLARS: Record<string, number> = { rsd: 0.0093 };

/** Returns the currency code in lower case. @throws StripeError for an unknown currency */
export function requireCurrency(text: string): string {
  const currency = text.toLowerCase();
  const known = [...Object.keys(MINIMUMS), ...Object.keys(DOLLARS)];
  if (known.includes(currency)) return currency;
  throw invalidRequest(`Invalid currency: ${text}. Stripe currently supports these currencies: ${known.join(', ')}`, {
    param: 'currency',
  });
}

/** @param amount in the currency's smallest unit. @throws StripeError below the minimum or above the maximum */
export function requireChargeable(amount: number, currency: string): void {
  if (amount > MAXIMUM) {
    throw invalidRequest(`Amount must be no more than ${formatMoney(MAXIMUM, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  const tooSmall = { code: 'amount_too_small', param: 'amount' };
  const minimum = MINIMUMS[currency];
  if (minimum !== undefined) {
    if (amount < minimum)
      throw invalidRequest(`Amount must be at least ${formatMoney(minimum, currency)} ${currency}`, tooSmall);
    return;
  }
  const cents = Math.floor(amount * (DOLLARS[currency] ?? 0));
  if (cents >= 50) return;
  const [own, dollars] = [formatMoney(amount, currency), formatMoney(cents, 'usd')];
  throw invalidRequest(
    `Amount must convert to at least 50 cents. ${own} converts to approximately ${dollars}.`,
    tooSmall,
  );
}

/** For example `€0.50`. @param amount in the currency's smallest unit */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(currentLanguage().locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: 2,
  }).format(amount / 100);
}
