import type { Fulfilment, OrderStep } from '#contract/orders/orders.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { endOfDayAfter } from '#contract/values/dates.ts';

export type WithdrawalSettings = Pick<SettingsView, 'timeZone' | 'returnDays'>;

type Delivered = { fulfilment: Fulfilment; history: readonly { what: OrderStep; date: string }[] };

/** The last instant to withdraw from a contract; null until all goods have arrived. Directive 2011/83/EU, Art. 9 (2). */
export function withdrawUntil({ fulfilment, history }: Delivered, { timeZone, returnDays }: WithdrawalSettings) {
  if (fulfilment !== 'delivered' && fulfilment !== 'collected') return null;
  const arrival = history.findLast(({ what }) => what === fulfilment);
  return arrival === undefined ? null : endOfDayAfter(arrival.date, timeZone, returnDays);
}
