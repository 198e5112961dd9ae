import { refusal } from './errors.ts';

/** The maximum in every currency, in its smallest unit: https://docs.stripe.com/api/payment_intents/create#create_payment_intent-amount */
const MAXIMUM = 99_999_999;

/** Minimum amounts in the smallest unit: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUMS: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};

/**
 * US dollars for one unit. The provider publishes no minimum for these currencies: an amount must be worth 0.50 USD at
 * the rate of the day. A fixed rate keeps the answers the same every day.
 */
const DOLLARS: Record<string, number> = { rsd: 0.0093 };

const NO_DECIMALS = new Set(['jpy']);

/** The currency's three letters in lower case. @throws StripeError if the provider does not know it */
export function requireCurrency(text: string): string {
  const currency = text.toLowerCase();
  const known = [...Object.keys(MINIMUMS), ...Object.keys(DOLLARS)];
  if (known.includes(currency)) return currency;
  throw refusal(`Invalid currency: ${text}. Stripe currently supports these currencies: ${known.join(', ')}`, {
    param: 'currency',
  });
}

/** @param amount in the currency's smallest unit. @throws StripeError if it is below the minimum or above the maximum */
export function requireChargeable(amount: number, currency: string): void {
  if (amount > MAXIMUM) {
    throw refusal(`Amount must be no more than ${formatMoney(MAXIMUM, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  const tooSmall = { code: 'amount_too_small', param: 'amount' };
  const minimum = MINIMUMS[currency];
  if (minimum !== undefined) {
    if (amount < minimum)
      throw refusal(`Amount must be at least ${formatMoney(minimum, currency)} ${currency}`, tooSmall);
    return;
  }
  const cents = Math.floor(amount * (DOLLARS[currency] ?? 0));
  if (cents >= 50) return;
  const [own, dollars] = [formatMoney(amount, currency), formatMoney(cents, 'usd')];
  throw refusal(`Amount must convert to at least 50 cents. ${own} converts to approximately ${dollars}.`, tooSmall);
}

/** `€0.50`, as in the provider's messages. @param amount in the currency's smallest unit */
export function formatMoney(amount: number, currency: string): string {
  const value = NO_DECIMALS.has(currency) ? amount : amount / 100;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: NO_DECIMALS.has(currency) ? 0 : 2,
    maximumFractionDigits: NO_DECIMALS.has(currency) ? 0 : 2,
  }).format(value);
}
