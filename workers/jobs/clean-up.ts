import { removeOldAuditEntries } from '../../backend/core/audit/audit.ts';
import { removeDone } from '../../backend/core/events/outbox.ts';
import { removeOldKeyedCalls } from '../../backend/core/idempotency/keyed-calls.ts';
import { removeExpiredLimitCounts } from '../../backend/core/limits/limit-store.ts';
import { forgetSentMails } from '../../backend/core/mail/sent-mails.ts';
import { removeOldBulkEdits } from '../../backend/modules/catalogue/bulk-edits/bulk-edits.service.ts';
import { removeOldChanges } from '../../backend/modules/catalogue/changes/catalogue-changes.service.ts';
import { removeAbandonedDocuments } from '../../backend/modules/catalogue/documents/document-files.ts';
import { forgetReporters } from '../../backend/modules/comments/comment-reports.service.ts';
import { removeAbandonedImports, removeOldReports } from '../../backend/modules/imports/imports.service.ts';
import { removeAbandonedOrders } from '../../backend/modules/orders/money/abandoned-orders.service.ts';
import { removeDismissed } from '../../backend/modules/orders/withdrawals/withdrawals.service.ts';
import { removeOldEvents } from '../../backend/modules/payments/webhooks/webhooks.service.ts';
import { removeAbandonedPictures } from '../../backend/modules/pictures/clean-up.service.ts';
import { removeExpired } from '../../backend/modules/users/sessions/expiry.service.ts';
import { removeOldVatAnswers } from '../../backend/modules/vat/vat-checks.service.ts';
import { removeOldDeliveries } from '../../backend/modules/webhooks/deliveries.service.ts';
import type { JobDeps } from './job.ts';

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

const steps: ((deps: JobDeps) => Promise<unknown>)[] = [
  ({ em }) => removeExpired(em),
  ({ em }) => removeExpiredLimitCounts(em),
  ({ em }) => removeOldKeyedCalls(em),
  ({ em }) => removeOldChanges(em),
  ({ em, retention }) => removeAbandonedOrders(em, retention.carts * DAY),
  ({ em, retention }) => removeDone(em, retention.logs * DAY),
  ({ removeFailures, retention }) => removeFailures(retention.logs * DAY),
  ({ em, retention }) => forgetSentMails(em, retention.logs * DAY),
  ({ em, retention }) => removeOldBulkEdits(em, retention.logs * DAY),
  ({ em, retention }) => removeOldDeliveries(em, retention.logs * DAY),
  ({ em }) => removeOldVatAnswers(em),
  ({ em, retention }) => removeOldReports(em, retention.logs * DAY),
  ({ em, retention }) => forgetReporters(em, retention.logs * DAY),
  ({ em, retention }) => removeDismissed(em, retention.audit * DAY),
  ({ em, retention }) => removeOldAuditEntries(em, retention.audit * DAY),
  ({ em, retention }) => removeOldEvents(em, retention.webhooks * DAY),
  ({ em, storage, retention }) => removeAbandonedPictures(em, storage, DAY, retention.logs * DAY),
  ({ em, storage }) => removeAbandonedDocuments(em, storage, DAY),
  ({ em, storage }) => removeAbandonedImports(em, storage, DAY),
];

/** Runs every step, even after one fails. @throws AggregateError of all failures */
export async function cleanUp(deps: JobDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step(deps).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be cleaned up');
}
