import { Link } from 'wouter';
import type { AuditAction, AuditEntryView } from '#contract/users/audit.ts';
import { m } from '#messages';
import { subjectAddress } from './subjectAddress.ts';
import { subjectText } from './subjectText.ts';

const names: Record<AuditAction, () => string> = {
  'product.added': m.audit.productAdded,
  'product.edited': m.audit.productEdited,
  'product.deleted': m.audit.productDeleted,
  'category.added': m.audit.categoryAdded,
  'category.edited': m.audit.categoryEdited,
  'category.deleted': m.audit.categoryDeleted,
  'company.added': m.audit.companyAdded,
  'company.edited': m.audit.companyEdited,
  'company.deleted': m.audit.companyDeleted,
  'attribute.added': m.audit.attributeAdded,
  'attribute.edited': m.audit.attributeEdited,
  'attribute.deleted': m.audit.attributeDeleted,
  'term.edited': m.audit.termEdited,
  'feed.added': m.audit.feedAdded,
  'feed.edited': m.audit.feedEdited,
  'feed.deleted': m.audit.feedDeleted,
  'user.edited': m.audit.userEdited,
  'user.deleted': m.audit.userDeleted,
  'user.secondFactorsRemoved': m.audit.userSecondFactorsRemoved,
  'comment.approved': m.audit.commentApproved,
  'comment.forbidden': m.audit.commentForbidden,
  'comment.deleted': m.audit.commentDeleted,
  'comment.kept': m.audit.commentKept,
  'comment.removed': m.audit.commentRemoved,
  'order.refundRequested': m.audit.orderRefundRequested,
  'order.restocked': m.audit.orderRestocked,
  'order.checked': m.audit.orderChecked,
  'order.shipped': m.audit.orderShipped,
  'order.delivered': m.audit.orderDelivered,
  'order.collected': m.audit.orderCollected,
  'order.mailResent': m.audit.orderMailResent,
  'order.returnApproved': m.audit.orderReturnApproved,
  'order.returnRejected': m.audit.orderReturnRejected,
  'order.returnReceived': m.audit.orderReturnReceived,
  'order.returnReplaced': m.audit.orderReturnReplaced,
  'order.returnRepaired': m.audit.orderReturnRepaired,
  'withdrawal.matched': m.audit.withdrawalMatched,
  'withdrawal.dismissed': m.audit.withdrawalDismissed,
  'shippingMethod.added': m.audit.shippingMethodAdded,
  'shippingMethod.edited': m.audit.shippingMethodEdited,
  'shippingMethod.deleted': m.audit.shippingMethodDeleted,
  'webhook.added': m.audit.webhookAdded,
  'webhook.edited': m.audit.webhookEdited,
  'webhook.deleted': m.audit.webhookDeleted,
  'webhook.secretRotated': m.audit.webhookSecretRotated,
  'webhook.replayed': m.audit.webhookReplayed,
  'settings.edited': m.audit.settingsEdited,
  'page.edited': m.audit.pageEdited,
  'page.published': m.audit.pagePublished,
  'duty.edited': m.audit.dutyEdited,
  'tax.edited': m.audit.taxEdited,
  'discount.added': m.audit.discountAdded,
  'discount.edited': m.audit.discountEdited,
  'discount.deleted': m.audit.discountDeleted,
  'apiKey.added': m.audit.apiKeyAdded,
  'apiKey.deleted': m.audit.apiKeyDeleted,
  'catalogue.imported': m.audit.catalogueImported,
  'mail.retried': m.audit.mailRetried,
};

/** The action and its subject, linked if it may still exist. */
export function AuditedAction({ entry }: { entry: AuditEntryView }) {
  const address = subjectAddress(entry);
  const subject = subjectText(entry);
  // A newer server may have others.
  const action = names[entry.action]?.() ?? entry.action;
  return (
    <>
      <span className="soft regular">{`${action} `}</span>
      {address === null ? subject : <Link href={address}>{subject}</Link>}
    </>
  );
}
