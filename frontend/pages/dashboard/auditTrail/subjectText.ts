import { dutyTitle } from '#contract/shop/duty-texts.ts';
import type { AuditEntryView } from '#contract/users/audit.ts';
import { m } from '#messages';
import { orderNumber } from './subjectAddress.ts';

/** The name of an audit entry's subject, in the language of the page where it is the shop's own, such as "Order 1001". */
export function subjectText({ action, subjectName }: Pick<AuditEntryView, 'action' | 'subjectName'>): string {
  if (action.startsWith('order.')) return m.audit.order({ number: orderNumber(subjectName) });
  if (action === 'duty.edited') return dutyTitle(subjectName);
  if (action === 'settings.edited') return m.audit.subjectSettings();
  return action === 'tax.edited' ? m.audit.vatRates() : subjectName;
}
