import { expect, test } from 'vitest';
import { type Capability, can } from '#contract/users/capabilities.ts';
import { isAdmin, type Role, roles } from '#contract/users/users.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { newId } from './core/ids.ts';
import { type DescribedRoute, describedRoutes } from './openapi/routes.ts';

type Access = 'everyone' | 'user' | Capability;

/** Who may make each call of the API. */
const accessTable: Record<string, Access> = {
  'POST /user/register': 'everyone',
  'POST /user/login': 'everyone',
  'POST /user/logout': 'everyone',
  'POST /user/forgotPassword': 'everyone',
  'PATCH /user/resetPassword/:token': 'everyone',
  'PATCH /user/changePassword': 'user',
  'GET /user/getSingleUser': 'user',
  'PUT /user/editUser': 'user',
  'GET /user/export': 'user',
  'DELETE /user': 'user',

  'PATCH /user/verifyEmail/:token': 'everyone',
  'POST /user/sendVerification': 'user',
  'GET /user/address': 'user',
  'POST /user/address': 'user',
  'PUT /user/address/:id': 'user',
  'DELETE /user/address/:id': 'user',
  'GET /user/sessions': 'user',
  'DELETE /user/sessions/:id': 'user',
  'POST /user/logoutEverywhere': 'user',

  'POST /user/login/secondFactor': 'everyone',
  'POST /user/login/passkey/options': 'everyone',
  'POST /user/login/passkey': 'everyone',
  'POST /user/reauthenticate/options': 'user',
  'POST /user/reauthenticate': 'user',
  'GET /user/factors': 'user',
  'POST /user/factors/app': 'user',
  'PUT /user/factors/app': 'user',
  'DELETE /user/factors/app': 'user',
  'POST /user/factors/passkeys/options': 'user',
  'POST /user/factors/passkeys': 'user',
  'DELETE /user/factors/passkeys/:id': 'user',
  'POST /user/factors/recoveryCodes': 'user',

  'GET /products': 'everyone',
  'GET /products/suggestions': 'everyone',
  'GET /products/single/:id': 'everyone',
  'PATCH /products/single': 'user',
  'GET /categories': 'everyone',
  'POST /comment': 'everyone',
  'GET /comment/filter/:productId': 'everyone',
  'POST /comment/:id/report': 'everyone',

  'GET /shop': 'everyone',
  'GET /shipping': 'everyone',

  'GET /payment/config': 'everyone',
  'GET /payment/defaults': 'user',
  'POST /payment/quote': 'everyone',
  'POST /payment/webhook': 'everyone',
  'POST /payment': 'user',
  'POST /payment/return': 'user',
  'GET /orders': 'user',
  'GET /orders/:id': 'user',
  'POST /orders/:id/payment': 'user',
  'POST /orders/:id/cancel': 'user',
  'GET /orders/:id/invoice': 'user',
  'GET /orders/:id/documents': 'user',
  'GET /orders/:id/documents/:documentId': 'user',
  'GET /orders/:id/returns/:returnId/slip': 'user',
  'POST /orders/:id/returns': 'user',
  'POST /orders/:id/returns/:returnId/cancel': 'user',
  'POST /orders/:id/withdrawal': 'user',
  'POST /withdrawal': 'everyone',

  'GET /admin/product': 'catalogue.edit',
  'GET /admin/product/export': 'catalogue.edit',
  'GET /admin/product/:id': 'catalogue.edit',
  'GET /admin/product/:id/prices': 'catalogue.edit',
  'POST /admin/product': 'catalogue.edit',
  'POST /admin/product/variants': 'catalogue.edit',
  'GET /admin/product/families': 'catalogue.edit',
  'PUT /admin/product': 'catalogue.edit',
  'DELETE /admin/product/:id{/{:image}}': 'catalogue.edit',
  'POST /admin/product/:id/images': 'catalogue.edit',
  'PUT /admin/product/:id/images': 'catalogue.edit',
  'DELETE /admin/product/:id/images/:imageId': 'catalogue.edit',
  'POST /admin/product/:id/documents': 'catalogue.edit',
  'DELETE /admin/product/:id/documents/:documentId': 'catalogue.edit',
  'POST /admin/product/bulk': 'catalogue.edit',
  'POST /admin/product/bulk/:id/undo': 'catalogue.edit',
  'GET /admin/category': 'catalogue.edit',
  'POST /admin/category': 'catalogue.edit',
  'PUT /admin/category': 'catalogue.edit',
  'DELETE /admin/category/:id': 'catalogue.edit',
  'GET /admin/attribute': 'catalogue.edit',
  'POST /admin/attribute': 'catalogue.edit',
  'PUT /admin/attribute/:id': 'catalogue.edit',
  'DELETE /admin/attribute/:id': 'catalogue.edit',
  'GET /admin/company': 'catalogue.edit',
  'POST /admin/company': 'catalogue.edit',
  'PUT /admin/company/:id': 'catalogue.edit',
  'DELETE /admin/company/:id': 'catalogue.edit',
  'GET /admin/term': 'catalogue.edit',
  'PUT /admin/term': 'catalogue.edit',
  'GET /admin/import': 'imports.run',
  'GET /admin/import/:id': 'imports.run',
  'POST /admin/import': 'imports.run',

  'GET /comment': 'comments.moderate',
  'PATCH /comment': 'comments.moderate',
  'DELETE /comment/:id': 'comments.moderate',
  'POST /admin/comment/bulk': 'comments.moderate',
  'GET /admin/comment-report': 'comments.moderate',
  'PATCH /admin/comment-report/:id': 'comments.moderate',

  'GET /admin/order': 'orders.read',
  'GET /admin/customer/:id': 'orders.read',
  'GET /admin/order/:id': 'orders.read',
  'GET /admin/order-view': 'orders.read',
  'POST /admin/order-view': 'orders.read',
  'PUT /admin/order-view/:id': 'orders.read',
  'DELETE /admin/order-view/:id': 'orders.read',
  'GET /admin/order/export': 'orders.export',
  'GET /admin/order/:id/packing-slip': 'orders.fulfil',
  'POST /admin/order/shipments/preview': 'orders.fulfil',
  'POST /admin/order/shipments': 'orders.fulfil',
  'POST /admin/order/:id/shipment': 'orders.fulfil',
  'POST /admin/order/:id/delivered': 'orders.fulfil',
  'POST /admin/order/:id/collected': 'orders.fulfil',
  'POST /admin/order/:id/refund': 'orders.refund',
  'POST /admin/order/:id/check': 'orders.check',
  'POST /admin/order/:id/note': 'orders.note',
  'DELETE /admin/order/:id/note/:noteId': 'orders.note',
  'POST /admin/order/:id/resend': 'orders.resend',

  'GET /admin/webhook': 'integrations.manage',
  'POST /admin/webhook': 'integrations.manage',
  'PUT /admin/webhook/:id': 'integrations.manage',
  'DELETE /admin/webhook/:id': 'integrations.manage',
  'POST /admin/webhook/:id/test': 'integrations.manage',
  'POST /admin/webhook/:id/rotate': 'integrations.manage',
  'GET /admin/webhook/:id/deliveries': 'integrations.manage',
  'POST /admin/webhook-delivery/:id/replay': 'integrations.manage',

  'GET /admin/report/vat': 'reports.read',
  'GET /admin/report/vat.csv': 'reports.read',
  'GET /admin/report/documents.csv': 'reports.read',
  'GET /admin/return': 'orders.read',
  'GET /admin/return/:id/refund': 'orders.read',
  'POST /admin/return/:id/approve': 'orders.fulfil',
  'POST /admin/return/:id/reject': 'orders.fulfil',
  'POST /admin/return/:id/receive': 'orders.fulfil',
  'POST /admin/return/:id/refund': 'orders.refund',
  'POST /admin/return/:id/replace': 'orders.fulfil',
  'POST /admin/return/:id/repair': 'orders.fulfil',
  'GET /admin/withdrawal': 'orders.read',
  'POST /admin/withdrawal/:id/match': 'orders.note',
  'POST /admin/withdrawal/:id/dismiss': 'orders.note',

  'GET /admin/user': 'users.read',
  'GET /admin/user/:id': 'users.read',
  'PUT /admin/user': 'users.edit',
  'DELETE /admin/user/:id{/{:avatar}}': 'users.delete',
  'DELETE /admin/secondFactors/:userId': 'users.edit',

  'GET /admin/shipping-method': 'settings.edit',
  'POST /admin/shipping-method': 'settings.edit',
  'PUT /admin/shipping-method/:id': 'settings.edit',
  'DELETE /admin/shipping-method/:id': 'settings.edit',
  'GET /admin/tax': 'settings.edit',
  'PUT /admin/tax': 'settings.edit',
  'GET /admin/feed': 'catalogue.edit',
  'POST /admin/feed': 'catalogue.edit',
  'PUT /admin/feed/:id': 'catalogue.edit',
  'DELETE /admin/feed/:id': 'catalogue.edit',
  'GET /admin/feed/:id/problems': 'catalogue.edit',

  'GET /admin/discount': 'settings.edit',
  'POST /admin/discount': 'settings.edit',
  'PUT /admin/discount/:id': 'settings.edit',
  'DELETE /admin/discount/:id': 'settings.edit',
  'GET /admin/settings': 'settings.edit',
  'PUT /admin/settings': 'settings.edit',
  'GET /pages': 'everyone',
  'GET /pages/:kind': 'everyone',
  'GET /admin/page': 'settings.edit',
  'PUT /admin/page/:kind': 'settings.edit',
  'POST /admin/page/:kind/preview': 'settings.edit',
  'POST /admin/page/:kind/publish': 'settings.edit',
  'GET /admin/page/guarantee/notice': 'settings.edit',
  'POST /admin/page/guarantee/notice': 'settings.edit',
  'DELETE /admin/page/guarantee/notice/:language': 'settings.edit',
  'GET /admin/page/:kind/versions': 'settings.edit',
  'GET /admin/page/:kind/versions/:version': 'settings.edit',
  'GET /admin/duty': 'settings.edit',
  'PUT /admin/duty/:code': 'settings.edit',

  'GET /admin/api-key': 'integrations.manage',
  'POST /admin/api-key': 'integrations.manage',
  'DELETE /admin/api-key/:id': 'integrations.manage',

  'GET /admin/statistics': 'statistics.read',
  'GET /admin/work': 'dashboard.open',
  'GET /admin/audit': 'audit.read',
  'GET /admin/unsent-mail': 'mails.retry',
  'POST /admin/unsent-mail/retry': 'mails.retry',
  'POST /admin/unsent-mail/:id/retry': 'mails.retry',
};

const shop = await startTestShop();
const routes = describedRoutes().map((route) => ({ ...route, name: nameOf(route) }));

/** A rule of DELETE /user, which applies once the body is read. */
const ADMINS_STAY = '403 Cannot delete admin';

type Caller = {
  token?: string;
  /** Of the token's user; null without a token, undefined if the token is not valid. */
  role: Role | null | undefined;
};

const visitors: [string, () => Promise<Caller>][] = [
  ['a visitor', async () => ({ role: null })],
  ['an invalid token', async () => ({ token: 'invalid', role: undefined })],
  ['an inactive admin', async () => ({ token: await inactiveAdmin(), role: undefined })],
];
const users = roles.map((role): [string, () => Promise<Caller>] => [
  `the role ${role}`,
  async () => ({ token: (await shop.staff(role)).token, role }),
]);

test('every route has a row, and is described as it says', () => {
  expect(Object.fromEntries(routes.map(({ name, call }) => [name, call.access ?? 'everyone']))).toEqual(accessTable);
});

test.each([...visitors, ...users])(
  '%s may make exactly the calls of the table, and nothing changes',
  async (_, open) => {
    const caller = await open();
    const before = await stored();
    const [outcomes, expected]: [string[], string[]] = [[], []];
    for (const route of routes.toSorted((a, b) => placeOf(a) - placeOf(b))) {
      const refusal = refusalOf(caller, route);
      // Reading the invalid body before the refusal would be a 400.
      const body = takesBody(route) ? { body: refusal === null || refusal === ADMINS_STAY ? {} : '{' } : {};
      const response = await shop.call(route.method, addressOf(route), { token: caller.token, ...body });
      outcomes.push(`${route.name}: ${outcomeOf(response)}`);
      expected.push(`${route.name}: ${refusal ?? 'allowed'}`);
    }
    expect(outcomes).toEqual(expected);
    expect(await stored()).toEqual(before);
  },
);

function nameOf({ method, path }: DescribedRoute): string {
  return `${method} ${path.replace('/api/v1', '')}`;
}

/** The address of a route, with ids that don't exist. */
function addressOf({ path }: DescribedRoute): string {
  return path
    .replace('/api/v1', '')
    .replace(/\{.*\}/, '')
    .replaceAll(/:\w+/g, newId());
}

/** Logging out comes last, as it ends the caller's session; POST /user/logout is allowed even then. */
function placeOf({ name }: { name: string }): number {
  return ['POST /user/logoutEverywhere', 'POST /user/logout'].indexOf(name);
}

function takesBody({ call }: DescribedRoute): boolean {
  return call.body !== undefined || call.form !== undefined;
}

/** The expected refusal; null if the call is allowed. */
function refusalOf({ token, role }: Caller, { method, name }: { method: string; name: string }): string | null {
  const access = accessTable[name];
  // Public reads ignore an invalid token, and logging out succeeds with one.
  const ignoresToken = method === 'GET' || name === 'POST /user/logout';
  if (access === 'everyone') return token !== undefined && !role && !ignoresToken ? '401' : null;
  if (!role) return '401';
  if (name === 'DELETE /user' && isAdmin(role)) return ADMINS_STAY;
  if (access === undefined || access === 'user' || can(role, access)) return null;
  return role === 'user' ? '403 Only admins may do this' : "403 Your role doesn't allow this.";
}

function outcomeOf({ status, body }: { status: number; body: { message?: string } }): string {
  if (status === 401) return '401';
  if (status === 403) return `403 ${body.message}`;
  return status < 500 ? 'allowed' : `failed with ${status}`;
}

/** @returns a token whose user has become inactive without being logged out */
async function inactiveAdmin(): Promise<string> {
  const { token, userId } = await shop.staff('admin');
  await shop.em().execute('update user_account set active = false where id = ?', [userId]);
  return token;
}

/** Everything but sessions, what logins and second factors prepare, and counted requests. */
async function stored(): Promise<unknown> {
  const tables = await shop.em().execute<{ name: string }[]>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name not in
       ('session', 'authentication_challenge', 'authenticator_app', 'rate_limit_count') order by 1`,
  );
  return Promise.all(tables.map(({ name }) => shop.em().execute(`select * from "${name}" order by 1`)));
}
