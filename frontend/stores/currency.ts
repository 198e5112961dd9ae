import { proxy } from 'valtio';
import { type CurrencyCode, currencies, DEFAULT_CURRENCY, isCurrencyCode } from '#contract/money.ts';
import { readStored, writeStored } from '../browser/storage.ts';

function withSymbol(code: CurrencyCode): { code: CurrencyCode; symbol: string } {
  return { code, symbol: currencies[code].symbol };
}

/** The currency chosen at an earlier visit; the default if the stored one is not supported. */
function storedCurrency(): CurrencyCode {
  const stored = readStored('currency');
  return isCurrencyCode(stored) ? stored : DEFAULT_CURRENCY;
}

/**
 * The currency of prices and payments in this tab. It ignores a choice made in another tab, which must not change what
 * the shopper is about to pay here.
 */
export const currency = proxy(withSymbol(storedCurrency()));

export function setCurrency(code: CurrencyCode): void {
  Object.assign(currency, withSymbol(code));
  writeStored('currency', code);
}
