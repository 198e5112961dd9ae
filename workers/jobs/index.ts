import type { EventName } from '../../backend/core/events/events.ts';
import { avatar } from './avatar.ts';
import { cancellationNotice } from './cancellation-notice.ts';
import { catalogueImport } from './catalogue-import.ts';
import { cleanUp } from './clean-up.ts';
import { demandingPicture } from './demanding-picture.ts';
import { disputeNotice } from './dispute-notice.ts';
import { emailVerification } from './email-verification.ts';
import { expiredOrder } from './expired-order.ts';
import { loginWarning } from './login-warning.ts';
import { lowStockNotice } from './low-stock-notice.ts';
import { missedPaymentEvents } from './missed-payment-events.ts';
import { orderConfirmation } from './order-confirmation.ts';
import { orderExpiry } from './order-expiry.ts';
import { outdatedPayments } from './outdated-payments.ts';
import { passwordChangeNotice } from './password-change-notice.ts';
import { passwordReset } from './password-reset.ts';
import { paymentEvent } from './payment-event.ts';
import { paymentReconciliation } from './payment-reconciliation.ts';
import { productCount } from './product-count.ts';
import { productImage } from './product-image.ts';
import { rating } from './rating.ts';
import { refundNotice } from './refund-notice.ts';
import { resentMail } from './resent-mail.ts';
import { roleChangeNotice } from './role-change-notice.ts';
import { salesDays } from './sales-days.ts';
import { secondFactorsNotice } from './second-factors-notice.ts';
import { shipmentNotice } from './shipment-notice.ts';

/** Jobs triggered by events. */
export const eventJobs = {
  productImage,
  avatar,
  demandingPicture,
  rating,
  productCount,
  orderConfirmation,
  refundNotice,
  shipmentNotice,
  cancellationNotice,
  resentMail,
  disputeNotice,
  lowStockNotice,
  emailVerification,
  passwordReset,
  loginWarning,
  secondFactorsNotice,
  passwordChangeNotice,
  roleChangeNotice,
  paymentEvent,
  outdatedPayments,
  expiredOrder,
  catalogueImport,
};

/** Jobs that run on a schedule. */
export const scheduledJobs = {
  orderExpiry,
  paymentReconciliation,
  missedPaymentEvents,
  salesDays,
  cleanUp,
};

type Subscribed = (typeof eventJobs)[keyof typeof eventJobs]['on'][number];

// A compile error here names an event that no job subscribes to.
({}) satisfies Record<Exclude<EventName, Subscribed>, never>;
