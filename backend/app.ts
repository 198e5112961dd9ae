import etag from '@koa/etag';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import conditionalGet from 'koa-conditional-get';
import { m } from '#messages';
import { languageCodes, shopLanguages } from '#messages/languages.ts';
import type { ConfigWith } from './config.ts';
import type { Database, EntityManager } from './core/database/db.ts';
import { serveFiles, serveUploads } from './core/http/assets.ts';
import { releaseConnection } from './core/http/bodies.ts';
import { storeNothing } from './core/http/caching.ts';
import { brotliParams } from './core/http/encodings.ts';
import { MCP_PATH, respondToErrors } from './core/http/error-responses.ts';
import { requireHost } from './core/http/hosts.ts';
import { createRouter, requestScope, requireTarget, type ShopState } from './core/http/http.ts';
import { type KeptResponses, keepResponses } from './core/http/kept-responses.ts';
import { chooseLanguage } from './core/http/languages.ts';
import { servePages } from './core/http/pages.ts';
import { trustProxies } from './core/http/proxies.ts';
import { securityHeaders } from './core/http/security-headers.ts';
import { authenticate, type FindCaller, findCallerBy } from './core/http/sessions.ts';
import { openKeyedCalls } from './core/idempotency/keyed-calls.ts';
import { limitKeyCalls } from './core/limits/key-calls.ts';
import type { LimitStore } from './core/limits/limit-store.ts';
import { openQuotas } from './core/limits/quotas.ts';
import type { Logger } from './core/observability/log.ts';
import { closeWhileStopping, findApiProblems, healthRoutes, type Readiness } from './core/process/health.ts';
import { createSecretBox } from './core/process/secret-box.ts';
import type { Storage } from './core/storage/storage.ts';
import { agentsRoutes } from './modules/agents/agents.routes.ts';
import { apiKeysRoutes } from './modules/api-keys/api-keys.routes.ts';
import { findKeyCaller } from './modules/api-keys/api-keys.service.ts';
import { attributesAdminRoutes } from './modules/catalogue/attributes/attributes.admin.routes.ts';
import { catalogueAdminRoutes } from './modules/catalogue/catalogue.admin.routes.ts';
import { companiesAdminRoutes } from './modules/catalogue/companies/companies.admin.routes.ts';
import { termsAdminRoutes } from './modules/catalogue/terms/terms.admin.routes.ts';
import { commentReportsAdminRoutes } from './modules/comments/comment-reports.admin.routes.ts';
import { listOwnReports } from './modules/comments/comment-reports.queries.ts';
import { forgetReporter } from './modules/comments/comment-reports.service.ts';
import { commentsAdminRoutes } from './modules/comments/comments.admin.routes.ts';
import { countCommentsOf, listOwnComments } from './modules/comments/comments.queries.ts';
import { commentsRoutes } from './modules/comments/comments.routes.ts';
import { dashboardRoutes } from './modules/dashboard/dashboard.routes.ts';
import { deliveryAdminRoutes } from './modules/delivery/delivery.admin.routes.ts';
import { deliveryRoutes } from './modules/delivery/delivery.routes.ts';
import { discountsAdminRoutes } from './modules/discounts/discounts.admin.routes.ts';
import { documentsRoutes } from './modules/documents/documents.routes.ts';
import { dutiesRoutes } from './modules/duties/duties.routes.ts';
import { feedsAdminRoutes } from './modules/feeds/feeds.admin.routes.ts';
import { feedsRoutes } from './modules/feeds/feeds.routes.ts';
import { importsRoutes } from './modules/imports/imports.routes.ts';
import type { Catalogue } from './modules/listing/follow-catalogue.ts';
import { listingRoutes } from './modules/listing/listing.routes.ts';
import { ordersAdminRoutes } from './modules/orders/dashboard/orders.admin.routes.ts';
import { savedViewsAdminRoutes } from './modules/orders/dashboard/saved-views/saved-views.admin.routes.ts';
import { listSavedViews } from './modules/orders/dashboard/saved-views/saved-views.service.ts';
import { vatReportRoutes } from './modules/orders/invoicing/vat-report.routes.ts';
import { presentOrderDetail } from './modules/orders/orders.present.ts';
import { countOrdersOf, findPurchases, listOrders } from './modules/orders/orders.queries.ts';
import { ordersRoutes } from './modules/orders/orders.routes.ts';
import { returnsAdminRoutes } from './modules/orders/returns/returns.admin.routes.ts';
import { returnsRoutes } from './modules/orders/returns/returns.routes.ts';
import { withdrawalsAdminRoutes } from './modules/orders/withdrawals/withdrawals.admin.routes.ts';
import { withdrawalsRoutes } from './modules/orders/withdrawals/withdrawals.routes.ts';
import { noticeAdminRoutes, noticeRoutes } from './modules/pages/guarantee-notice.routes.ts';
import { pagesAdminRoutes } from './modules/pages/pages.admin.routes.ts';
import { pagesRoutes } from './modules/pages/pages.routes.ts';
import { paymentsRoutes } from './modules/payments/payments.routes.ts';
import type { PaymentProvider } from './modules/payments/provider/port.ts';
import { openPaymentProvider } from './modules/payments/provider/providers.ts';
import { openWalletDomain } from './modules/payments/provider/wallet-domain.ts';
import { cancelOpenOrders } from './modules/payments/refunds/cancellation.service.ts';
import { settlementAdminRoutes } from './modules/payments/settlement/settlement.admin.routes.ts';
import { listOwnRatings, productsRatedBy } from './modules/ratings/ratings.queries.ts';
import { ratingsRoutes } from './modules/ratings/ratings.routes.ts';
import { settingsRoutes } from './modules/settings/settings.routes.ts';
import { openSettings, type ShopSettings } from './modules/settings/shop-settings.ts';
import { storefrontPages, storefrontRoutes } from './modules/storefront/storefront.routes.ts';
import { usersRoutes } from './modules/users/accounts/users.routes.ts';
import { addressesRoutes } from './modules/users/addresses/addresses.routes.ts';
import { usersAdminRoutes } from './modules/users/administration/users.admin.routes.ts';
import { authenticationRoutes } from './modules/users/factors/authentication.routes.ts';
import { factorsRoutes } from './modules/users/factors/factors.routes.ts';
import { knownDevices } from './modules/users/sessions/known-devices.ts';
import { sessionsRoutes } from './modules/users/sessions/sessions.routes.ts';
import { findCallers } from './modules/users/sessions/sessions.service.ts';
import { emailVerificationRoutes } from './modules/users/verification/email-verification.routes.ts';
import { webhooksAdminRoutes } from './modules/webhooks/webhooks.admin.routes.ts';

type AppDeps = {
  config: ConfigWith<'payments'>;
  database: Database;
  catalogue: Catalogue;
  storage: Storage;
  limits: LimitStore;
  readiness: Readiness;
  /** Measure and trace requests, if metrics or traces are on. */
  observers?: Middleware[];
  log: Logger;
};

/** Assembles middleware and routers. Doesn't listen. */
export function createApp({
  config,
  database,
  catalogue,
  storage,
  limits,
  readiness,
  observers = [],
  log,
}: AppDeps): Koa<ShopState> {
  const app = new Koa<ShopState>();
  // Errors past respondToErrors happen while sending, mostly because the client disconnected.
  app.on('error', (error) => log.debug({ err: error }, 'response interrupted'));

  for (const observer of observers) app.use(observer);
  app.use(closeWhileStopping(readiness));
  app.use(releaseConnection);
  if (config.trustedProxies !== null) app.use(trustProxies(config.trustedProxies));
  app.use(requireTarget);
  app.use(requestScope(database, { quotas: openQuotas(limits), keyedCalls: openKeyedCalls(database, log), log }));
  app.use(chooseLanguage(catalogue.languages));
  app.use(expireAfterWrites(catalogue));
  const provider = openPaymentProvider(config.payments);
  app.use(securityHeaders({ publicUrl: config.publicUrl, provider: provider.browser }));
  app.use(storeNothing);
  app.use(respondToErrors(log));

  const health = healthRoutes(() => findApiProblems(database, readiness));
  // Before the check of the host: probes ask by address.
  app.use(health.routes());
  app.use(requireHost(config.allowedHosts, m.api.hostNotAllowed));
  const kept = keepResponses(catalogue);
  app.use(kept.serve);
  app.use(skipCompressionIfRefused);
  app.use(compress({ threshold: 1024, br: { params: brotliParams() } }));
  app.use(conditionalGet());
  app.use(etag());
  const settings = openSettings(config.shop);
  const api = apiRouter({ config, provider, settings, catalogue, kept, storage, limits });
  app.use(api.routes());
  app.use(api.allowedMethods());
  const vies = { url: config.viesUrl };
  app.use(agentsRoutes({ publicUrl: config.publicUrl, settings, catalogue, vies, log }).routes());
  app.use(serveUploads(storage));
  const { publicUrl } = config;
  app.use(storefrontRoutes({ publicUrl, spoken: catalogue.lastLanguages }).routes());
  app.use(feedsRoutes({ publicUrl, settings }).routes());
  app.use(noticeRoutes().routes());
  app.use(serveFiles());
  app.use(servePages(storefrontPages({ publicUrl, settings, catalogue }), kept, log));
  return app;
}

/** Makes a change visible at once in the process that made it. */
function expireAfterWrites(catalogue: Catalogue): Middleware<ShopState> {
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      // Assistants only read, by POST.
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD' && ctx.path !== MCP_PATH) catalogue.expire();
    }
  };
}

/** koa-compress throws if a client accepts no encoding, not even `identity` (RFC 9110, 12.5.3). */
const skipCompressionIfRefused: Middleware<ShopState> = async (ctx, next) => {
  if (!ctx.acceptsEncodings(['br', 'gzip', 'deflate', 'identity'])) ctx.compress = false;
  await next();
};

/** Finds the callers of the API, by their session's token or by an API key. */
export function callersOf(config: Pick<ConfigWith<'payments'>, 'requireAdminSecondFactor'>): FindCaller {
  const session = findCallers({ requiresSecondFactor: config.requireAdminSecondFactor });
  return findCallerBy({ session, key: findKeyCaller });
}

type ApiDeps = Pick<AppDeps, 'config' | 'catalogue' | 'storage' | 'limits'> & {
  provider: PaymentProvider;
  settings: ShopSettings;
  kept: KeptResponses;
};

/** All routes of the API. */
export function apiRouter({ config, provider, settings, catalogue, kept, storage, limits }: ApiDeps) {
  const { publicUrl, requireAdminSecondFactor: isRequired } = config;
  const available = config.production ? shopLanguages : languageCodes;
  const walletDomain = openWalletDomain(provider, publicUrl);
  const duties = { settings, walletDomain };
  const secrets = createSecretBox(config.encryptionKey);
  const users = {
    storage,
    limits,
    isRequired,
    devices: knownDevices({ isHttps: publicUrl.startsWith('https:') }),
    factors: {
      publicUrl,
      readShopName: async (em: EntityManager) => (await settings.read(em)).name,
      secrets,
    },
    votedFor: productsRatedBy,
    orderCounts: countOrdersOf,
    account: {
      own: {
        orders: async (em: EntityManager, userId: string) => {
          const set = await settings.read(em);
          return (await listOrders(em, userId)).map((order) => presentOrderDetail(order, set));
        },
        comments: listOwnComments,
        commentReports: listOwnReports,
        ratings: listOwnRatings,
        savedViews: listSavedViews,
      },
      close: (em: EntityManager, userId: string) => cancelOpenOrders({ em, provider, settings }, userId),
      forget: forgetReporter,
    },
  };
  const modules = [
    usersRoutes(users),
    factorsRoutes(users),
    authenticationRoutes(users),
    addressesRoutes(),
    sessionsRoutes(),
    emailVerificationRoutes(users),
    usersAdminRoutes(users),
    listingRoutes({ catalogue, kept }),
    catalogueAdminRoutes({ storage, commentCounts: countCommentsOf }),
    attributesAdminRoutes(),
    termsAdminRoutes(),
    companiesAdminRoutes(),
    ratingsRoutes(),
    commentsRoutes({ findPurchases }),
    commentsAdminRoutes({ findPurchases }),
    commentReportsAdminRoutes(),
    ordersRoutes({ settings }),
    returnsRoutes({ settings }),
    withdrawalsRoutes({ settings }),
    ordersAdminRoutes({ settings }),
    returnsAdminRoutes({ settings }),
    withdrawalsAdminRoutes({ settings }),
    savedViewsAdminRoutes(),
    vatReportRoutes({ settings, storage }),
    deliveryRoutes(),
    deliveryAdminRoutes(),
    discountsAdminRoutes(),
    feedsAdminRoutes({ publicUrl }),
    importsRoutes({ storage }),
    paymentsRoutes({
      provider,
      publicUrl,
      settings,
      vies: { url: config.viesUrl },
      orderExpirySeconds: config.orderExpirySeconds,
    }),
    settlementAdminRoutes({ provider, settings }),
    settingsRoutes({ settings, available }),
    pagesRoutes({ kept }),
    pagesAdminRoutes({ settings, available }),
    noticeAdminRoutes(),
    documentsRoutes({ settings, storage }),
    dutiesRoutes(duties),
    apiKeysRoutes(),
    dashboardRoutes({ settings, duties }),
    webhooksAdminRoutes({
      secrets,
      addresses: { allowsLoopback: !config.production },
      httpsOnly: config.production,
    }),
  ];
  const api = createRouter();
  api.prefix('/api/v1');
  // Logging out with an expired token succeeds.
  api.use(authenticate(callersOf(config), ['/api/v1/user/logout']));
  api.use(limitKeyCalls(limits));
  for (const module of modules) api.use(module.routes());
  return api;
}
