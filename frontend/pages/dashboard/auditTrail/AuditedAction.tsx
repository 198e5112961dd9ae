import { Link } from 'wouter';
import type { AuditAction, AuditEntryView } from '#contract/audit.ts';
import { subjectAddress } from './subjectAddress.ts';

const names: Record<AuditAction, string> = {
  'product.added': 'Added product',
  'product.edited': 'Edited product',
  'product.deleted': 'Deleted product',
  'category.added': 'Added category',
  'category.edited': 'Edited category',
  'category.deleted': 'Deleted category',
  'attribute.added': 'Added attribute',
  'attribute.edited': 'Edited attribute',
  'attribute.deleted': 'Deleted attribute',
  'user.edited': 'Edited user',
  'user.deleted': 'Deleted user',
  'user.secondFactorsRemoved': 'Turned off two-step login of',
  'comment.approved': 'Approved comment by',
  'comment.forbidden': 'Forbade comment by',
  'comment.deleted': 'Deleted comment by',
  'order.refundRequested': 'Refunded',
  'order.restocked': 'Returned to stock:',
  'order.checked': 'Checked payment for',
  'order.shipped': 'Shipped',
  'order.delivered': 'Marked as delivered:',
  'order.collected': 'Marked as collected:',
  'order.mailResent': 'Sent email again for',
  'shippingMethod.added': 'Added shipping method',
  'shippingMethod.edited': 'Edited shipping method',
  'shippingMethod.deleted': 'Deleted shipping method',
  'settings.edited': 'Changed the settings',
  'tax.edited': 'Edited',
  'discount.added': 'Added discount',
  'discount.edited': 'Edited discount',
  'discount.deleted': 'Deleted discount',
  'catalogue.imported': 'Imported',
  'mail.retried': 'Retried',
};

/** The action and its subject, linked if it may still exist. */
export function AuditedAction({ entry }: { entry: AuditEntryView }) {
  const address = subjectAddress(entry);
  return (
    <>
      <span className="soft regular">{names[entry.action]} </span>
      {address === null ? entry.subjectName : <Link href={address}>{entry.subjectName}</Link>}
    </>
  );
}
