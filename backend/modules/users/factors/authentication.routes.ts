import type Router from '@koa/router';
import { passkeyLoginInput, reauthenticationInput, secondFactorInput } from '#contract/users/factors.input.ts';
import { m } from '#messages';
import type { Lookup } from '../../../core/database/lookup.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, type ShopState } from '../../../core/http/http.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { attemptInSession, clientOf, respondToLogin } from '../limits/login-attempts.ts';
import { LoginLimiter } from '../limits/login-limiter.ts';
import type { KnownDevices } from '../sessions/known-devices.ts';
import { CodeLimiter } from './code-limiter.ts';
import type { FactorSettings } from './factor-settings.ts';
import { beginReauthentication, reauthenticateByFactor, reauthenticateByPassword } from './reauthentication.service.ts';
import { beginPasskeyLogin, completeSecondStep, logInByPasskey } from './second-step.service.ts';

const api = describeCalls('Account', {
  secondFactor: {
    summary: 'Complete a login with a second factor',
    body: secondFactorInput,
    response: 'LoggedIn',
    errors: ['tooMany'],
  },
  passkeyOptions: { summary: 'Prepare a login by passkey', quota: 'passkeyLogin', response: 'PasskeyOptions' },
  passkeyLogin: {
    summary: 'Log in by passkey',
    quota: 'passkeyLogin',
    body: passkeyLoginInput,
    response: 'LoggedIn',
    errors: ['forbidden'],
  },
  reauthenticationOptions: {
    summary: 'Prepare to authenticate again',
    access: 'user',
    response: 'Reauthentication',
  },
  reauthenticate: {
    summary: 'Authenticate again',
    access: 'user',
    body: reauthenticationInput,
    response: 'Done',
    errors: ['tooMany'],
  },
});

type Options = { factors: FactorSettings; limits: LimitStore; devices: KnownDevices; votedFor: Lookup<string[]> };

/** Logins beyond the password, and authentication within a session. */
export function authenticationRoutes({ factors, limits, devices, votedFor }: Options): Router<ShopState> {
  const router = createRouter();
  const codes = new CodeLimiter(limits);
  const passwords = new LoginLimiter(limits);

  router.post('/user/login/secondFactor', api.secondFactor, async (ctx) => {
    const { em, input } = ctx.state;
    const session = await completeSecondStep(em, factors, codes, input, clientOf(ctx));
    ctx.body = await respondToLogin(ctx, { devices, votedFor }, session);
  });

  router.post('/user/login/passkey/options', api.passkeyOptions, async (ctx) => {
    ctx.body = { status: 'success', passkey: await beginPasskeyLogin(ctx.state.em, factors) };
  });

  router.post('/user/login/passkey', api.passkeyLogin, async (ctx) => {
    const { em, input } = ctx.state;
    const session = await logInByPasskey(em, factors, input, clientOf(ctx));
    ctx.body = await respondToLogin(ctx, { devices, votedFor }, session);
  });

  router.post('/user/reauthenticate/options', api.reauthenticationOptions, async (ctx) => {
    const { em, caller } = ctx.state;
    ctx.body = { status: 'success', ...(await beginReauthentication(em, factors, caller.userId)) };
  });

  router.post('/user/reauthenticate', api.reauthenticate, async (ctx) => {
    const { em, caller } = ctx.state;
    const { password, ...proof } = ctx.state.input;
    // A stolen token must not allow guessing the password or a code.
    if (password) {
      await passwords.attempt(attemptInSession(ctx), () => reauthenticateByPassword(em, caller, password));
    } else if (proof.passkey) {
      await reauthenticateByFactor(em, factors, caller, proof);
    } else {
      await codes.attempt(caller.userId, () => reauthenticateByFactor(em, factors, caller, proof));
    }
    ctx.body = { status: 'success', message: m.users.itsYou() };
  });

  return router;
}
