import type { EventName } from '../../backend/core/events/events.ts';
import { refreshProductCount } from '../../backend/modules/catalogue/categories/categories.service.ts';
import { sendLowStock } from '../../backend/modules/catalogue/products/low-stock.email.ts';
import { runImport, stopImport } from '../../backend/modules/imports/imports.run.ts';
import { resendOrderMail, sendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { sendDisputeNotice } from '../../backend/modules/orders/mails/orders.emails.ts';
import { announceExpired } from '../../backend/modules/orders/money/cancel-requests.service.ts';
import { sumUpDays } from '../../backend/modules/orders/statistics/sales-days.service.ts';
import { carryOutRefunds } from '../../backend/modules/payments/refunds/refunds.service.ts';
import { reconcilePayments } from '../../backend/modules/payments/settlement/reconciliation.service.ts';
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
import { cleanUp } from './clean-up.ts';
import { defineJob, defineSchedule } from './job.ts';

/** Jobs triggered by events. */
export const eventJobs = {
  productImage: defineJob({
    queue: 'images',
    on: ['product.imageUploaded'],
    turn: ({ turn }) => turn,
    run: ({ em, storage }, { pictureId, turn }) => processPicture(em, storage, 'product', pictureId, turn),
    giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
  }),
  avatar: defineJob({
    queue: 'avatars',
    on: ['user.avatarUploaded'],
    turn: ({ turn }) => turn,
    run: ({ em, storage }, { pictureId, turn }) => processPicture(em, storage, 'user', pictureId, turn),
    giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
  }),
  demandingPicture: defineJob({
    queue: 'demandingPictures',
    on: ['picture.foundDemanding'],
    turn: ({ turn }) => turn,
    run: ({ em, storage }, { ownerKind, pictureId }) => processDemandingPicture(em, storage, ownerKind, pictureId),
    giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
  }),
  rating: defineJob({
    queue: 'ratings',
    on: ['product.rated'],
    run: ({ em }, { productId }) => refreshRating(em, productId),
  }),
  productCount: defineJob({
    queue: 'categories',
    on: ['product.created', 'product.moved', 'product.deleted'],
    run: ({ em }, { categoryId }) => refreshProductCount(em, categoryId),
  }),
  orderConfirmation: defineJob({
    queue: 'emails',
    on: ['order.paid'],
    run: (deps, order) => sendOrderMail(deps, 'orderConfirmation', order),
  }),
  refundNotice: defineJob({
    queue: 'emails',
    on: ['order.refunded'],
    run: (deps, refund) => sendOrderMail(deps, 'refund', refund),
  }),
  shipmentNotice: defineJob({
    queue: 'emails',
    on: ['order.shipped'],
    run: (deps, shipment) => sendOrderMail(deps, 'shipment', shipment),
  }),
  cancellationNotice: defineJob({
    queue: 'emails',
    on: ['order.canceled'],
    run: (deps, cancellation) => sendOrderMail(deps, 'cancellation', cancellation),
  }),
  resentMail: defineJob({
    queue: 'emails',
    on: ['order.mailResendRequested'],
    run: resendOrderMail,
  }),
  disputeNotice: defineJob({
    queue: 'emails',
    on: ['order.disputed'],
    run: ({ em, mailer, publicUrl }, dispute) => sendDisputeNotice(em, mailer, publicUrl, dispute),
  }),
  lowStockNotice: defineJob({
    queue: 'emails',
    on: ['stock.low'],
    run: ({ em, mailer, publicUrl }, notice) => sendLowStock(em, mailer, publicUrl, notice),
  }),
  emailVerification: defineJob({
    queue: 'emails',
    on: ['user.verificationRequested'],
    run: sendEmailVerification,
  }),
  passwordReset: defineJob({
    queue: 'emails',
    on: ['user.passwordResetRequested'],
    run: sendPasswordReset,
  }),
  loginWarning: defineJob({
    queue: 'emails',
    on: ['user.loginAttacked'],
    run: sendLoginAttackWarning,
  }),
  secondFactorsNotice: defineJob({
    queue: 'emails',
    on: ['user.secondFactorsChanged'],
    run: sendFactorsChanged,
  }),
  passwordChangeNotice: defineJob({
    queue: 'emails',
    on: ['user.passwordChanged'],
    run: sendPasswordChange,
  }),
  roleChangeNotice: defineJob({
    queue: 'emails',
    on: ['user.roleChanged'],
    run: sendRoleChange,
  }),
  paymentEvent: defineJob({
    queue: 'payments',
    on: ['payment.eventReceived'],
    run: ({ em, provider }, { eventId }) => handlePaymentEvent({ em, provider }, eventId),
  }),
  outdatedPayments: defineJob({
    queue: 'payments',
    on: ['product.offerEnded'],
    run: ({ em, provider }, offers) => cancelOutdated({ em, provider }, offers),
  }),
  requestedRefunds: defineJob({
    queue: 'payments',
    on: ['order.refundRequested'],
    run: ({ em, provider }, { orderId }) => carryOutRefunds({ em, provider }, orderId),
  }),
  expiredOrder: defineJob({
    queue: 'expiry',
    on: ['order.expired'],
    run: ({ em, provider }, { orderId }) => cancelExpired({ em, provider }, orderId),
  }),
  catalogueImport: defineJob({
    queue: 'imports',
    on: ['catalogue.importRequested'],
    run: ({ em, storage }, { importId }) => runImport(em, storage, importId),
    giveUp: ({ em }, { importId }) => stopImport(em, importId),
  }),
};

/** Jobs that run on a schedule. */
export const scheduledJobs = {
  orderExpiry: defineSchedule({
    queue: 'payments',
    every: 60_000,
    run: ({ em, orderExpirySeconds }) => announceExpired(em, orderExpirySeconds * 1000),
  }),
  paymentReconciliation: defineSchedule({
    queue: 'payments',
    every: 60_000,
    run: ({ em, provider, log }) => reconcilePayments({ em, provider, log }),
  }),
  missedPaymentEvents: defineSchedule({
    queue: 'payments',
    every: 5 * 60_000,
    run: ({ em, provider, log }) => receiveMissedEvents({ em, provider, log }),
  }),
  salesDays: defineSchedule({
    queue: 'upkeep',
    every: 60 * 60_000,
    run: ({ em, timeZone }) => sumUpDays(em, timeZone),
  }),
  cleanUp,
};

type Subscribed = (typeof eventJobs)[keyof typeof eventJobs]['on'][number];

// A compile error here names an event that no job subscribes to.
({}) satisfies Record<Exclude<EventName, Subscribed>, never>;
