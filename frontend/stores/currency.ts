import { proxy } from 'valtio';
import {
  askedCurrency,
  type CurrencyCode,
  currencies,
  DEFAULT_CURRENCY,
  findCurrency,
} from '#contract/values/money.ts';
import { currentPath, isWithinDashboard } from '../browser/address.ts';
import { readStored, writeForVisit, writeStored } from '../browser/storage.ts';

function withSymbol(code: CurrencyCode): { code: CurrencyCode; symbol: string } {
  return { code, symbol: currencies[code].symbol };
}

/** What the address asks for. In the dashboard, the parameter is one of the statistics. */
const asked = globalThis.location && !isWithinDashboard(currentPath()) ? askedCurrency(location.search) : undefined;
if (asked) writeForVisit('currency', asked);

/** The currency in which the server has rendered the page. */
export const renderedCurrency = asked ?? DEFAULT_CURRENCY;

/**
 * The currency of prices and payments in this tab: what an address of this visit asked for, or what was chosen at an earlier
 * one; the default if the shop doesn't have it. It ignores a choice made in another tab, which must not change what
 * the shopper is about to pay here.
 */
export const currency = proxy(withSymbol(findCurrency(readStored('currency')) ?? DEFAULT_CURRENCY));

/** Shows prices in a currency, which is not stored. */
export function showCurrency(code: CurrencyCode): void {
  Object.assign(currency, withSymbol(code));
}

export function setCurrency(code: CurrencyCode): void {
  showCurrency(code);
  writeStored('currency', code);
}

/**
 * Drops the currency from the address, which would ask for it again when it is loaded again. Only once the page that the
 * server has rendered is complete, because its links have the address.
 */
export function dropAskedCurrency(): void {
  if (!asked) return;
  const address = new URL(location.href);
  address.searchParams.delete('currency');
  history.replaceState(history.state, '', address);
}
