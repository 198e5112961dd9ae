import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { runInTurn } from '../../backend/core/database/locks.ts';
import type { EventName } from '../../backend/core/events/events.ts';
import { refreshProductCount } from '../../backend/modules/catalogue/categories/categories.service.ts';
import { sendLowStock } from '../../backend/modules/catalogue/products/low-stock.email.ts';
import { sendCommentDecision, sendReportDecision } from '../../backend/modules/comments/comment-reports.email.ts';
import { runImport, stopImport } from '../../backend/modules/imports/imports.run.ts';
import { keepAllDocuments } from '../../backend/modules/orders/invoicing/kept-documents.ts';
import { issueLateDocuments } from '../../backend/modules/orders/invoicing/late-documents.service.ts';
import { resendOrderMail, sendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { sendDisputeNotice, sendRefundFailure } from '../../backend/modules/orders/mails/orders.email.ts';
import { sendAcknowledgement, sendOverdueNotice } from '../../backend/modules/orders/mails/returns.email.ts';
import { announceExpired } from '../../backend/modules/orders/money/cancel-requests.service.ts';
import { refundDelayed } from '../../backend/modules/orders/money/refund-requests.ts';
import { announceOverdue } from '../../backend/modules/orders/returns/overdue.service.ts';
import { sumUpDays } from '../../backend/modules/orders/statistics/sales-days.service.ts';
import {
  carryOutDelayed,
  carryOutWithdrawal,
  carryOutWithdrawals,
} from '../../backend/modules/orders/withdrawals/withdrawals.service.ts';
import { registerWalletDomain } from '../../backend/modules/payments/provider/wallet-domain.ts';
import { carryOutRefunds } from '../../backend/modules/payments/refunds/refunds.service.ts';
import { recheckRefunds, reconcilePayments } from '../../backend/modules/payments/settlement/reconciliation.service.ts';
import { cancelExpired, cancelOutdated } from '../../backend/modules/payments/settlement/settlement.service.ts';
import { receiveMissedEvents } from '../../backend/modules/payments/webhooks/missed-events.service.ts';
import { handlePaymentEvent } from '../../backend/modules/payments/webhooks/webhooks.service.ts';
import {
  giveUpPicture,
  processDemandingPicture,
  processPicture,
} from '../../backend/modules/pictures/processing.service.ts';
import { refreshRating } from '../../backend/modules/ratings/ratings.service.ts';
import {
  sendFactorsChanged,
  sendLoginAttackWarning,
  sendPasswordChange,
  sendRoleChange,
} from '../../backend/modules/users/accounts/notices.email.ts';
import { sendPasswordReset } from '../../backend/modules/users/passwords/password-reset.email.ts';
import { sendEmailVerification } from '../../backend/modules/users/verification/email-verification.email.ts';
import { forgetDeliveries, storeDeliveries } from '../../backend/modules/webhooks/deliveries.service.ts';
import { sendSwitchedOff } from '../../backend/modules/webhooks/switched-off.email.ts';
import { announcedEvents } from '../../backend/modules/webhooks/webhook-data.ts';
import type { QueueName } from '../queues/settings.ts';
import { cleanUp } from './clean-up.ts';
import { type EventJob, type JobDeps, job, type ScheduledJobs, scheduleLock } from './job.ts';

/** Pictures are processed in turn, and show when that has failed. */
function pictureJob<Event extends 'product.imageUploaded' | 'user.avatarUploaded' | 'picture.foundDemanding'>(
  queue: QueueName,
  event: Event,
  run: EventJob<Event>['run'],
): EventJob<Event> {
  return job(queue, [event], run, {
    turn: ({ turn }) => turn,
    giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
  });
}

/** Stores why lines are refused in the language of who requested the import. */
function importJob<Event extends 'catalogue.fileSent' | 'catalogue.importRequested'>(event: Event): EventJob<Event> {
  return job(
    'imports',
    [event],
    ({ em, storage }, { importId, language = DEFAULT_LANGUAGE }) =>
      inLanguage(language, () => runImport(em, storage, importId)),
    {
      giveUp: ({ em }, { importId, language = DEFAULT_LANGUAGE }) =>
        inLanguage(language, () => stopImport(em, importId)),
    },
  );
}

async function sumUpSales({ em, settings }: JobDeps): Promise<void> {
  await sumUpDays(em, (await settings.read(em)).timeZone);
}

/** Jobs triggered by events. */
export const eventJobs = {
  productImage: pictureJob('images', 'product.imageUploaded', ({ em, storage }, { pictureId, turn }) =>
    processPicture(em, storage, 'product', pictureId, turn),
  ),
  avatar: pictureJob('avatars', 'user.avatarUploaded', ({ em, storage }, { pictureId, turn }) =>
    processPicture(em, storage, 'user', pictureId, turn),
  ),
  demandingPicture: pictureJob(
    'demandingPictures',
    'picture.foundDemanding',
    ({ em, storage }, { ownerKind, pictureId }) => processDemandingPicture(em, storage, ownerKind, pictureId),
  ),
  rating: job('ratings', ['product.rated'], ({ em }, { productId }) => refreshRating(em, productId)),
  productCount: job('categories', ['product.created', 'product.moved', 'product.deleted'], ({ em }, { categoryId }) =>
    refreshProductCount(em, categoryId),
  ),

  orderConfirmation: job('emails', ['order.paid'], (deps, order) => sendOrderMail(deps, 'orderConfirmation', order)),
  refundNotice: job('emails', ['order.refunded'], (deps, refund) => sendOrderMail(deps, 'refund', refund)),
  shipmentNotice: job('emails', ['order.shipped'], (deps, shipment) => sendOrderMail(deps, 'shipment', shipment)),
  cancellationNotice: job('emails', ['order.canceled'], (deps, order) => sendOrderMail(deps, 'cancellation', order)),
  returnNotice: job('emails', ['return.changed'], (deps, change) => sendOrderMail(deps, 'return', change)),
  withdrawalReceipt: job('emails', ['withdrawal.received'], sendAcknowledgement),
  overdueNotice: job('emails', ['return.overdue'], sendOverdueNotice),
  resentMail: job('emails', ['order.mailResendRequested'], resendOrderMail),
  disputeNotice: job('emails', ['order.disputed'], ({ em, mailer, publicUrl }, dispute) =>
    sendDisputeNotice(em, mailer, publicUrl, dispute),
  ),
  refundFailureNotice: job('emails', ['order.refundFailed'], ({ em, mailer, publicUrl }, failure) =>
    sendRefundFailure(em, mailer, publicUrl, failure),
  ),
  lowStockNotice: job('emails', ['stock.low'], ({ em, mailer, publicUrl }, notice) =>
    sendLowStock(em, mailer, publicUrl, notice),
  ),
  commentDecision: job('emails', ['comment.decided'], sendCommentDecision),
  reportDecision: job('emails', ['commentReport.decided'], sendReportDecision),
  emailVerification: job('emails', ['user.verificationRequested'], sendEmailVerification),
  passwordReset: job('emails', ['user.passwordResetRequested'], sendPasswordReset),
  loginWarning: job('emails', ['user.loginAttacked'], sendLoginAttackWarning),
  secondFactorsNotice: job('emails', ['user.secondFactorsChanged'], sendFactorsChanged),
  passwordChangeNotice: job('emails', ['user.passwordChanged'], sendPasswordChange),
  roleChangeNotice: job('emails', ['user.roleChanged'], sendRoleChange),
  switchedOffNotice: job('emails', ['webhook.switchedOff'], sendSwitchedOff),

  paymentEvent: job('payments', ['payment.eventReceived'], handlePaymentEvent),
  outdatedPayments: job('payments', ['product.offerEnded'], cancelOutdated),
  requestedRefunds: job('payments', ['order.refundRequested'], (deps, { orderId }) => carryOutRefunds(deps, orderId)),
  withdrawal: job('payments', ['withdrawal.received'], (deps, { withdrawalId }) =>
    carryOutWithdrawal(deps, withdrawalId),
  ),
  // Made while the payment was processing.
  earlyWithdrawals: job('payments', ['order.paid'], (deps, { orderId }) => carryOutWithdrawals(deps, orderId)),
  // Due while another refund was processing.
  delayedRefund: job('payments', ['order.refundEnded'], ({ em }, { orderId }) => refundDelayed(em, orderId)),
  // Made while a refund was processing.
  delayedWithdrawals: job('payments', ['order.refundEnded'], (deps, { orderId }) => carryOutDelayed(deps, orderId)),
  expiredOrder: job('expiry', ['order.expired'], (deps, { orderId }) => cancelExpired(deps, orderId)),
  // What many products were told of together waits for what was told alone.
  webhookDeliveries: job('webhooks', announcedEvents, (deps, _, event) => storeDeliveries(deps, event), {
    turn: (payload) =>
      'productIds' in payload && payload.productIds.length > 1 ? payload.productIds.length : undefined,
  }),
  forgottenDeliveries: job('upkeep', ['webhook.deleted'], ({ em }, webhook) => forgetDeliveries(em, webhook)),
  // Runs with different time zones would remove each other's sums.
  otherDays: job('upkeep', ['settings.timeZoneChanged'], (deps) =>
    runInTurn(deps.em, scheduleLock('salesDays'), () => sumUpSales(deps)),
  ),
  catalogueFile: importJob('catalogue.fileSent'),
  catalogueImport: importJob('catalogue.importRequested'),
};

const MINUTE = 60_000;

/** Jobs that run on a schedule. */
export const scheduledJobs = {
  orderExpiry: {
    queue: 'payments',
    every: MINUTE,
    run: ({ em, orderExpirySeconds }) => announceExpired(em, orderExpirySeconds * 1000),
  },
  paymentReconciliation: {
    queue: 'payments',
    every: MINUTE,
    run: ({ em, provider, settings, log }) => reconcilePayments({ em, provider, settings, log }),
  },
  refundRechecks: {
    queue: 'payments',
    every: 60 * MINUTE,
    run: recheckRefunds,
  },
  missedPaymentEvents: {
    queue: 'payments',
    every: 5 * MINUTE,
    run: ({ em, provider, log }) => receiveMissedEvents({ em, provider, log }),
  },
  walletDomain: {
    queue: 'payments',
    every: 60 * MINUTE,
    run: ({ provider, publicUrl, log }) => registerWalletDomain(provider, publicUrl, log),
  },
  keptDocuments: { queue: 'upkeep', every: MINUTE, run: ({ em, storage }) => keepAllDocuments(em, storage) },
  lateDocuments: { queue: 'upkeep', every: 60 * MINUTE, run: ({ em, settings }) => issueLateDocuments(em, settings) },
  overdueReturns: { queue: 'upkeep', every: 10 * MINUTE, run: ({ em }) => announceOverdue(em) },
  salesDays: { queue: 'upkeep', every: 60 * MINUTE, run: sumUpSales },
  cleanUp: { queue: 'upkeep', every: 24 * 60 * MINUTE, run: cleanUp },
} satisfies ScheduledJobs;

type Subscribed = (typeof eventJobs)[keyof typeof eventJobs]['on'][number];

// A compile error here names an event that no job subscribes to.
({}) satisfies Record<Exclude<EventName, Subscribed>, never>;
