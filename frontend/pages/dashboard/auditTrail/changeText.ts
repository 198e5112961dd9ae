import type { AuditChanges } from '#contract/audit.ts';
import { formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { mediumMoment } from '../../../texts/dates.ts';
import { isOrderState, orderStateNames } from '../orders/orderStateNames.ts';

/** Fields that read better under another name. */
const names: Record<string, string> = { created: 'added', refused: 'rejected', image: 'picture', images: 'pictures' };

/** "post code" for `postCode`; an attribute or an option of a product has its own name. */
export function fieldName(field: string): string {
  const own = /^(?:attribute|option)\.(.*)/s.exec(field)?.[1];
  return own ?? names[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Formats a value for admins; null if there is none. */
export function readableValue(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value === '') return 'empty';
  if (field === 'price' && typeof value === 'number') return formatPrice(value, 'EUR');
  if (typeof value === 'number') return Number.isInteger(value) ? formatNumber(value) : String(value);
  if (typeof value === 'string' && field.endsWith('At')) return mediumMoment(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'state' && isOrderState(value)) return orderStateNames[value]();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Omits unchanged fields, such as the counts of an import that rejected nothing. */
export function realChanges(changes: AuditChanges): AuditChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to));
}
