import { Link } from 'wouter';
import type { AuditAction, AuditEntryView } from '#contract/audit.ts';
import styles from './AuditTrailPage.module.css';
import { subjectAddress } from './subjectAddress.ts';

const deeds: Record<AuditAction, string> = {
  'product.added': 'Added product',
  'product.edited': 'Edited product',
  'product.deleted': 'Deleted product',
  'category.added': 'Added category',
  'category.edited': 'Edited category',
  'category.deleted': 'Deleted category',
  'user.edited': 'Edited user',
  'user.deleted': 'Deleted user',
  'comment.approved': 'Approved comment of',
  'comment.forbidden': 'Forbade comment of',
  'comment.deleted': 'Deleted comment of',
  'order.refundRequested': 'Refunded',
  'order.checked': 'Asked the provider again about',
  'catalogue.imported': 'Imported',
};

/** What was done to what, with the way to it where it may still be. */
export function Deed({ entry }: { entry: AuditEntryView }) {
  const address = subjectAddress(entry);
  return (
    <>
      <span className={styles.deed}>{deeds[entry.action]} </span>
      {address === null ? entry.subjectName : <Link href={address}>{entry.subjectName}</Link>}
    </>
  );
}
