import { AuditEntry } from './core/audit/audit.entity.ts';
import { OutboxEvent } from './core/events/outbox.entity.ts';
import { RateLimitCount } from './core/limits/rate-limit.entity.ts';
import { SentMail } from './core/mail/sent-mail.entity.ts';
import { Secret } from './core/process/secret.entity.ts';
import { Attribute } from './modules/catalogue/attributes/attribute.entity.ts';
import { BulkEdit } from './modules/catalogue/bulk-edits/bulk-edit.entity.ts';
import { Category } from './modules/catalogue/categories/category.entity.ts';
import { FormerSlug } from './modules/catalogue/categories/former-slug.entity.ts';
import { CatalogueChange } from './modules/catalogue/changes/catalogue-change.entity.ts';
import { Product } from './modules/catalogue/products/product.entity.ts';
import { Comment } from './modules/comments/comment.entity.ts';
import { ShippingMethod } from './modules/delivery/shipping-method.entity.ts';
import { TaxRate } from './modules/delivery/tax-rate.entity.ts';
import { Discount } from './modules/discounts/discount.entity.ts';
import { CatalogueImport } from './modules/imports/catalogue-import.entity.ts';
import { OrderNote } from './modules/orders/dashboard/order-note.entity.ts';
import { SavedView } from './modules/orders/dashboard/saved-views/saved-view.entity.ts';
import { Shipment } from './modules/orders/fulfilment/shipment.entity.ts';
import { OrderMail, OrderMailResend } from './modules/orders/mails/order-mail.entity.ts';
import { Refund } from './modules/orders/money/refund.entity.ts';
import { Order, OrderHistory, OrderLine } from './modules/orders/order.entity.ts';
import { DailyProductSales, DailySales } from './modules/orders/statistics/daily-sales.entity.ts';
import { ProductSalesDay, SalesDay } from './modules/orders/statistics/sales-day.entity.ts';
import { PaymentEvent } from './modules/payments/webhooks/payment-event.entity.ts';
import { PaymentEventPosition } from './modules/payments/webhooks/payment-event-position.entity.ts';
import { Picture } from './modules/pictures/picture.entity.ts';
import { UploadCount } from './modules/pictures/upload-count.entity.ts';
import { Rating } from './modules/ratings/rating.entity.ts';
import { User } from './modules/users/accounts/user.entity.ts';
import { AuthenticationChallenge } from './modules/users/factors/authentication-challenge.entity.ts';
import { AuthenticatorApp } from './modules/users/factors/authenticator-app.entity.ts';
import { Passkey } from './modules/users/factors/passkey.entity.ts';
import { RecoveryCode } from './modules/users/factors/recovery-code.entity.ts';
import { PasswordResetRequest } from './modules/users/passwords/password-reset-request.entity.ts';
import { Session } from './modules/users/sessions/session.entity.ts';
import { EmailVerification } from './modules/users/verification/email-verification.entity.ts';

/** Every table of the shop. */
export const entities = [
  Attribute,
  AuditEntry,
  AuthenticationChallenge,
  AuthenticatorApp,
  BulkEdit,
  CatalogueChange,
  CatalogueImport,
  Category,
  Comment,
  Discount,
  EmailVerification,
  FormerSlug,
  Order,
  OrderHistory,
  OrderLine,
  OrderMail,
  OrderMailResend,
  OutboxEvent,
  Passkey,
  PasswordResetRequest,
  PaymentEvent,
  PaymentEventPosition,
  Picture,
  Product,
  ProductSalesDay,
  RateLimitCount,
  Rating,
  RecoveryCode,
  Refund,
  DailySales,
  DailyProductSales,
  SalesDay,
  SavedView,
  Secret,
  SentMail,
  Session,
  OrderNote,
  Shipment,
  ShippingMethod,
  TaxRate,
  UploadCount,
  User,
];
