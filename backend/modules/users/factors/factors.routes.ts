import type Router from '@koa/router';
import { appCodeInput, newPasskeyInput } from '#contract/users/factors.input.ts';
import type { FactorsView } from '#contract/users/factors.ts';
import { isStaff } from '#contract/users/users.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { type Caller, createRouter, pathId, type ShopState } from '../../../core/http/http.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { beginApp } from './authenticator-app.service.ts';
import { CodeLimiter } from './code-limiter.ts';
import type { FactorSettings } from './factor-settings.ts';
import { removeSecondFactors } from './factors.admin.service.ts';
import { readFactors } from './factors.queries.ts';
import { confirmApp, confirmPasskey, dropApp, dropPasskey, replaceRecoveryCodes } from './factors.service.ts';
import { beginPasskey } from './passkeys.service.ts';

/** Changes how its caller logs in. */
const change = { access: 'user', isDangerous: true } as const;

const api = describeCalls('Two-step login', {
  read: { summary: 'Read your second factors', access: 'user', response: 'Factors' },
  beginApp: { ...change, summary: 'Set up an authenticator app', response: 'AppSetup', errors: ['conflict'] },
  confirmApp: {
    ...change,
    summary: 'Confirm an authenticator app',
    body: appCodeInput,
    response: 'FactorsSaved',
    errors: ['tooMany'],
  },
  removeApp: { ...change, summary: 'Remove your authenticator app', response: 'FactorsSaved', errors: ['notFound'] },
  beginPasskey: { ...change, summary: 'Prepare a passkey', response: 'PasskeyOptions', errors: ['conflict'] },
  addPasskey: {
    ...change,
    summary: 'Add a passkey',
    body: newPasskeyInput,
    response: 'FactorsSaved',
    errors: ['conflict'],
  },
  removePasskey: { ...change, summary: 'Remove a passkey', response: 'FactorsSaved' },
  renewCodes: { ...change, summary: 'Renew your recovery codes', response: 'FactorsSaved', errors: ['conflict'] },
  removeOfUser: {
    summary: "Remove a user's second factors",
    access: 'users.edit',
    isDangerous: true,
    response: 'Done',
    errors: ['conflict'],
  },
});

type Options = {
  factors: FactorSettings;
  limits: LimitStore;
  /** Whether staff need a second factor. */
  isRequired: boolean;
};

/** A user's second factors. */
export function factorsRoutes({ factors, limits, isRequired }: Options): Router<ShopState> {
  const router = createRouter();
  const limiter = new CodeLimiter(limits);

  type Context = { state: { em: EntityManager; caller: Caller } };
  const view = async ({ state: { em, caller } }: Context): Promise<FactorsView> => {
    return { ...(await readFactors(em, caller.userId)), isRequired: isRequired && isStaff(caller.role) };
  };
  const saved = async (ctx: Context, message: string, recoveryCodes: string[] | null = null) => {
    return { status: 'success' as const, message, factors: await view(ctx), recoveryCodes };
  };

  router.get('/user/factors', api.read, async (ctx) => {
    ctx.body = { status: 'success', factors: await view(ctx) };
  });

  router.post('/user/factors/app', api.beginApp, async (ctx) => {
    ctx.body = { status: 'success', ...(await beginApp(ctx.state.em, factors, ctx.state.caller)) };
  });

  router.put('/user/factors/app', api.confirmApp, async (ctx) => {
    const { em, input } = ctx.state;
    const { userId } = ctx.state.caller;
    const codes = await limiter.attempt(userId, () => confirmApp(em, factors, userId, input));
    ctx.body = await saved(ctx, m.users.appAdded(), codes);
  });

  router.delete('/user/factors/app', api.removeApp, async (ctx) => {
    await dropApp(ctx.state.em, ctx.state.caller.userId);
    ctx.body = await saved(ctx, m.users.appRemoved());
  });

  router.post('/user/factors/passkeys/options', api.beginPasskey, async (ctx) => {
    ctx.body = { status: 'success', passkey: await beginPasskey(ctx.state.em, factors, ctx.state.caller) };
  });

  router.post('/user/factors/passkeys', api.addPasskey, async (ctx) => {
    const { em, caller, input } = ctx.state;
    const codes = await confirmPasskey(em, factors, caller.userId, input);
    ctx.body = await saved(ctx, m.users.passkeyAdded(), codes);
  });

  router.delete('/user/factors/passkeys/:id', api.removePasskey, async (ctx) => {
    const id = pathId(ctx.params.id, m.users.passkeyNotFound());
    await dropPasskey(ctx.state.em, ctx.state.caller.userId, id);
    ctx.body = await saved(ctx, m.users.passkeyRemoved());
  });

  router.post('/user/factors/recoveryCodes', api.renewCodes, async (ctx) => {
    const codes = await replaceRecoveryCodes(ctx.state.em, ctx.state.caller.userId);
    ctx.body = await saved(ctx, m.users.recoveryCodesCreated(), codes);
  });

  // Not below /admin/user/:id, where any further segment is the avatar.
  router.delete('/admin/secondFactors/:userId', api.removeOfUser, async (ctx) => {
    const userId = pathId(ctx.params.userId, m.users.notFound());
    await removeSecondFactors(ctx.state.em, ctx.state.caller, userId);
    ctx.body = { status: 'success', message: m.users.twoStepOff() };
  });

  return router;
}
