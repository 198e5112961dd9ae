import type { BulkEditResult, BulkUndoResult } from './catalogue/bulk-edits.ts';
import type {
  AdminProductView,
  AttributeView,
  CategorySummaryView,
  CategoryView,
  EditConflict,
  FamilySummaryView,
  ProductDetailView,
  ProductView,
} from './catalogue/catalogue.ts';
import type { ImportView } from './catalogue/imports.ts';
import type { PriceChangeView } from './catalogue/prices.ts';
import type { TermView } from './catalogue/terms.ts';
import type { CommentReportView } from './comments/comment-reports.ts';
import type { CommentPageView, CommentView } from './comments/comments.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';
import type { ApiKeyView } from './integration/api-keys.ts';
import type { FeedProblemView, FeedView } from './integration/feeds.ts';
import type {
  Deleted,
  ListedWebhookView,
  WebhookData,
  WebhookDeliveryView,
  WebhookEvent,
  WebhookView,
} from './integration/webhooks.ts';
import type { CategoryTileView, ListingView, ProductPageView, SuggestionsView } from './listing/listing.ts';
import type { ShippingMethodView, ShippingOfferView, TaxView } from './orders/delivery.ts';
import type { DiscountView } from './orders/discounts.ts';
import type { DocumentView, VatRowView } from './orders/documents.ts';
import type { AdminOrderDetailView, AdminOrderView, OrderDetailView, OrderView } from './orders/orders.ts';
import type {
  CheckoutDefaults,
  MethodRefused,
  PaymentConfig,
  PaymentView,
  PriceChanged,
  ProductsMissing,
  QuoteView,
  SoldOut,
  TextsChanged,
} from './orders/payments.ts';
import type { AdminReturnView, ReturnRefundView } from './orders/returns.ts';
import type { ListedShipmentView } from './orders/shipment-lists.ts';
import type { StatisticsView } from './orders/statistics.ts';
import type { AdminWithdrawalView, WithdrawalReceipt } from './orders/withdrawals.ts';
import type { DutyView } from './shop/duties.ts';
import type {
  AdminLegalPageView,
  LegalPageLink,
  LegalPagePreview,
  LegalPageText,
  LegalPageVersion,
  NoticeView,
  ReadLegalPage,
} from './shop/legal-pages.ts';
import type { LockedSetting } from './shop/locked-settings.ts';
import type { UnsentMailView } from './shop/mails.ts';
import type { PublicShopView, SettingsView } from './shop/settings.ts';
import type { TableTotal } from './table.ts';
import type { AddressView } from './users/address-book.ts';
import type { AuditEntryView } from './users/audit.ts';
import type { CompanyView } from './users/companies.ts';
import type { CustomerView } from './users/customers.ts';
import type {
  AppSetupView,
  FactorsView,
  PasskeyOptions,
  ReauthenticationView,
  SecondStepView,
} from './users/factors.ts';
import type { SavedViewView } from './users/saved-views.ts';
import type { AccountExportView, AdminUserView, SessionView, UserView } from './users/users.ts';
import type { WorkView } from './users/work.ts';

type Success = { status: 'success' };

type Done = Success & {
  /** A sentence for people. */
  message: string;
};

/** The JSON responses of all calls, by the name by which core/http/calls.ts refers to them. The API's description shows their schemas. */
export type Responses = {
  Success: Success;
  Done: Done;

  PublicShop: Success & { shop: PublicShopView };
  Settings: Success & { settings: SettingsView; locked: LockedSetting[] };
  SettingsSaved: Done & { settings: SettingsView; locked: LockedSetting[] };

  /** Newest first. */
  ApiKeys: Success & { apiKeys: ApiKeyView[] };
  /** With the secret, which is sent once: a repeat with the same Idempotency-Key gets none. */
  ApiKeyAdded: Done & { apiKey: ApiKeyView; secret?: string };

  LegalPages: Success & { pages: LegalPageLink[] };
  LegalPage: Success & ReadLegalPage;
  AdminLegalPages: Success & { pages: AdminLegalPageView[] };
  AdminLegalPageSaved: Done & { page: AdminLegalPageView };
  LegalPagePreview: Success & LegalPagePreview;
  LegalPageVersions: Success & { versions: LegalPageVersion[] };
  LegalPageText: Success & { text: LegalPageText };
  Notices: Success & { notices: NoticeView[] };
  NoticesSaved: Done & { notices: NoticeView[] };

  Duties: Success & { duties: DutyView[] };
  DutiesSaved: Done & { duties: DutyView[] };

  User: Success & { user: UserView };
  UserSaved: Done & { user: UserView };
  LoggedIn: Success & { user: UserView; token: string };
  /** With `secondFactor`, POST /user/login/secondFactor completes the login. */
  Login: Success & ({ user: UserView; token: string } | { secondFactor: SecondStepView });
  PasskeyOptions: Success & { passkey: PasskeyOptions };
  Reauthentication: Success & ReauthenticationView;
  Factors: Success & { factors: FactorsView };
  AppSetup: Success & AppSetupView;
  /** With the recovery codes that were created, which are shown once. */
  FactorsSaved: Done & { factors: FactorsView; recoveryCodes: string[] | null };
  Sessions: Success & { sessions: SessionView[] };
  AccountExport: Success & AccountExportView;
  AdminUser: Success & { user: AdminUserView };
  AdminUserSaved: Done & { user: AdminUserView };
  AdminUsers: Success & TableTotal & { allUsers: AdminUserView[] };

  /** One page, or the whole catalogue. */
  Products: Success & (ListingView | { products: ProductView[] });
  ProductPage: Success & ProductPageView;
  ProductRated: Done & { user: UserView; product: ProductDetailView };
  Suggestions: Success & SuggestionsView;
  Categories: Success & { categories: CategoryTileView[] };

  AdminProduct: Success & { product: AdminProductView };
  /** Newest first. */
  ProductPrices: Success & { prices: PriceChangeView[] };
  AdminProductAdded: Done & { productId: string };
  VariantsAdded: Done & { productIds: string[] };
  /** By name; at most FAMILIES_MAX. */
  Families: Success & { families: FamilySummaryView[] };
  AdminProductSaved: Done & { product: AdminProductView };
  AdminProducts: Success & TableTotal & { products: AdminProductView[] };
  BulkEdit: Done & BulkEditResult;
  BulkUndo: Done & BulkUndoResult;
  AdminCategories: Success & TableTotal & { allCategories: CategoryView[] | CategorySummaryView[] };
  CategoryAdded: Done & { categoryId: string };
  AttributeSaved: Done & { attribute: AttributeView };
  /** Untranslated words first, then by uses. */
  Terms: Success & { terms: TermView[] };
  /** By name. */
  Companies: Success & { companies: CompanyView[] };
  CompanySaved: Done & { company: CompanyView };
  CategoryAttributes: Success & { category: CategorySummaryView; attributes: AttributeView[] };
  /** The newest first. */
  Feeds: Success & { feeds: FeedView[] };
  FeedSaved: Done & { feed: FeedView };
  FeedProblems: Success & TableTotal & { problems: FeedProblemView[] };
  ImportStarted: Done & { importId: string };
  Imports: Success & { imports: ImportView[] };
  Import: Success & { import: ImportView };

  /** One page, or all. */
  ProductComments: Success & (CommentPageView | { allComments: CommentView[] });
  AdminComments: Success & TableTotal & { allComments: CommentView[] };
  CommentSaved: Done & { comment: CommentView };
  CommentsChanged: Done & { changed: number };
  CommentReports: Success & TableTotal & { reports: CommentReportView[] };
  CommentReportDecided: Done & { report: CommentReportView };

  /** The cheapest first. */
  ShippingOffers: Success & { shippingMethods: ShippingOfferView[] };

  PaymentConfig: Success & PaymentConfig;
  CheckoutDefaults: Success & CheckoutDefaults;
  Quote: Success & QuoteView;
  Payment: Success & PaymentView;
  Order: Success & { order: OrderDetailView };
  OrderReturned: Success & { order: OrderDetailView };
  OrderSaved: Done & { order: OrderDetailView };
  Orders: Success & { orders: OrderView[] };
  /** In the order in which they were issued. */
  Documents: Success & { documents: DocumentView[] };

  /** The same whether or not the order exists. */
  WithdrawalReceived: Done & { withdrawal: WithdrawalReceipt };
  OrderWithdrawn: Done & { withdrawal: WithdrawalReceipt; order: OrderDetailView };
  Withdrawals: Success & TableTotal & { withdrawals: AdminWithdrawalView[] };
  WithdrawalSaved: Done & { withdrawal: AdminWithdrawalView };
  Returns: Success & TableTotal & { returns: AdminReturnView[] };
  ReturnRefund: Success & { refund: ReturnRefundView };
  ReturnSaved: Done & { return: AdminReturnView; order: AdminOrderDetailView };

  Customer: Success & { customer: CustomerView };
  AdminOrder: Success & { order: AdminOrderDetailView };
  AdminOrderSaved: Done & { order: AdminOrderDetailView };
  AdminOrderChecked: Done & { order: AdminOrderView };
  AdminOrders: Success & TableTotal & { orders: AdminOrderView[] };
  ShipmentList: Success & { lines: ListedShipmentView[] };
  ShipmentsListed: Done & { lines: ListedShipmentView[] };
  Addresses: Success & { addresses: AddressView[] };
  AddressSaved: Done & { address: AddressView };

  SavedViews: Success & { views: SavedViewView[] };
  SavedView: Done & { view: SavedViewView };

  ShippingMethods: Success & { shippingMethods: ShippingMethodView[] };
  ShippingMethodSaved: Done & { shippingMethod: ShippingMethodView };
  Tax: Success & { tax: TaxView };
  TaxSaved: Done & { tax: TaxView };
  Discounts: Success & { discounts: DiscountView[] };
  DiscountSaved: Done & { discount: DiscountView };

  /** The oldest first. */
  Webhooks: Success & { webhooks: ListedWebhookView[] };
  WebhookSaved: Done & { webhook: WebhookView };
  /** With the secret that signs deliveries, which is answered once. */
  WebhookSecret: Done & { webhook: WebhookView; secret?: string };
  /** With the header `webhook-id` of the delivery. */
  WebhookQueued: Done & { webhookId: string };
  /** One for each try, newest first. */
  WebhookDeliveries: Success & TableTotal & { deliveries: WebhookDeliveryView[] };

  VatReport: Success & { rows: VatRowView[] };

  Statistics: Success & StatisticsView;
  Work: Success & WorkView;
  AuditTrail: Success & TableTotal & { entries: AuditEntryView[] };
  UnsentMails: Success & TableTotal & { mails: UnsentMailView[] };
};

/** What errors say besides ErrorBody. */
type ErrorDetails = {
  /** Whether the token is no longer valid. */
  unauthenticated: { sessionEnded?: true };
  conflict: Pick<ErrorBody, 'fields'>;
  invalid: Required<Pick<ErrorBody, 'fields'>> & Partial<MethodRefused>;
  priceChanged: PriceChanged;
  textsChanged: TextsChanged;
  productsMissing: ProductsMissing;
  soldOut: SoldOut;
  /** An edit of a single product. */
  editConflict: Partial<EditConflict>;
  stockChanged: EditConflict;
};

/** The body of each error. */
export type ErrorResponses = {
  [Code in ErrorCode]: Omit<ErrorBody, 'code' | 'fields'> & { code: Code } & (Code extends keyof ErrorDetails
      ? ErrorDetails[Code]
      : unknown);
};

/** What webhooks deliver for each event; only the id of an object that has been deleted since. */
export type DeliveredData = { [Event in WebhookEvent]: WebhookData[Event] | Deleted };
