import { proxy } from 'valtio';
import { type CurrencyCode, currencies, DEFAULT_CURRENCY, isCurrencyCode } from '#contract/money.ts';
import { readStored, writeStored } from '../storage.ts';

function withSymbol(code: CurrencyCode): { code: CurrencyCode; symbol: string } {
  return { code, symbol: currencies[code].symbol };
}

/** The currency that was chosen at an earlier visit; the default one for anything that is no currency of the shop. */
function storedCurrency(): CurrencyCode {
  const stored = readStored('currency');
  return isCurrencyCode(stored) ? stored : DEFAULT_CURRENCY;
}

/**
 * The currency in which this tab shows prices and pays. It does not follow a choice made in another tab: that must not
 * change what a shopper is about to pay here.
 */
export const currency = proxy(withSymbol(storedCurrency()));

export function setCurrency(code: CurrencyCode): void {
  Object.assign(currency, withSymbol(code));
  writeStored('currency', code);
}
