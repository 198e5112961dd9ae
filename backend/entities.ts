import { AuditEntry } from './core/audit.entity.ts';
import { OutboxEvent } from './core/outbox.entity.ts';
import { RateLimitCount } from './core/rate-limit.entity.ts';
import { Secret } from './core/secret.entity.ts';
import { SentMail } from './core/sent-mail.entity.ts';
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
import { Order, OrderHistory, OrderLine } from './modules/orders/order.entity.ts';
import { OrderMail, OrderMailResend } from './modules/orders/order-mail.entity.ts';
import { OrderNote } from './modules/orders/order-note.entity.ts';
import { Refund } from './modules/orders/refund.entity.ts';
import { ProductSalesDay, SalesDay } from './modules/orders/sales-day.entity.ts';
import { SavedView } from './modules/orders/saved-views/saved-view.entity.ts';
import { Shipment } from './modules/orders/shipment.entity.ts';
import { Picture } from './modules/pictures/picture.entity.ts';
import { UploadCount } from './modules/pictures/upload-count.entity.ts';
import { Rating } from './modules/ratings/rating.entity.ts';
import { PaymentEvent } from './modules/settlement/payment-event.entity.ts';
import { PaymentEventPosition } from './modules/settlement/payment-event-position.entity.ts';
import { EmailVerification } from './modules/users/email-verification.entity.ts';
import { AuthenticationChallenge } from './modules/users/factors/authentication-challenge.entity.ts';
import { AuthenticatorApp } from './modules/users/factors/authenticator-app.entity.ts';
import { Passkey } from './modules/users/factors/passkey.entity.ts';
import { RecoveryCode } from './modules/users/factors/recovery-code.entity.ts';
import { PasswordResetRequest } from './modules/users/password-reset-request.entity.ts';
import { Session } from './modules/users/session.entity.ts';
import { User } from './modules/users/user.entity.ts';

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
