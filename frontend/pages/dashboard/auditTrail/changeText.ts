import type { AuditChanges } from '#contract/audit.ts';
import { formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { isOrderState, orderStateNames } from '../orders/orderStateNames.ts';

/** Fields that read better under another name. */
const names: Record<string, string> = { created: 'added', refused: 'rejected', image: 'picture', images: 'pictures' };

/** "post code" for `postCode`. */
export function fieldName(field: string): string {
  return names[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Formats a value for admins; null if there is none. */
export function readableValue(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value === '') return 'empty';
  if (typeof value === 'number') return field === 'price' ? formatPrice(value, 'EUR') : formatNumber(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'state' && isOrderState(value)) return orderStateNames[value];
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Omits unchanged fields, such as the counts of an import that rejected nothing. */
export function realChanges(changes: AuditChanges): AuditChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, { from, to }]) => from !== to));
}
