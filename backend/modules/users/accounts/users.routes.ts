import type Router from '@koa/router';
import { mixed } from 'yup';
import { imageRules } from '#contract/catalogue/picture-limits.ts';
import {
  changePasswordInput,
  deleteAccountInput,
  editUserInput,
  forgotPasswordInput,
  loginInput,
  registerInput,
  resetPasswordInput,
} from '#contract/users/users.input.ts';
import { isAdmin } from '#contract/users/users.ts';
import { m } from '#messages';
import type { Lookup } from '../../../core/database/lookup.ts';
import { AppError } from '../../../core/errors.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, type ShopState, validate } from '../../../core/http/http.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { withPictureForm } from '../../pictures/picture-form.ts';
import type { Upload } from '../../pictures/uploads.ts';
import type { FactorSettings } from '../factors/factor-settings.ts';
import { attemptInSession, attemptOf, clientOf, respondToLogin } from '../limits/login-attempts.ts';
import { LoginLimiter } from '../limits/login-limiter.ts';
import { ResetLimiter } from '../limits/reset-limiter.ts';
import { refuseGuessable } from '../passwords/password-rules.ts';
import { changePassword, requestPasswordReset, resetPassword } from '../passwords/passwords.service.ts';
import type { KnownDevices } from '../sessions/known-devices.ts';
import { endSession } from '../sessions/sessions.service.ts';
import { type AccountParts, deleteAccount, exportAccount } from './account.service.ts';
import { editProfile } from './profile.service.ts';
import { logIn, register, viewUser, warnOfLoginAttack } from './users.service.ts';

const api = describeCalls('Account', {
  register: {
    summary: 'Register',
    quota: 'registration',
    body: registerInput,
    response: 'Done',
    errors: ['conflict'],
  },
  logIn: {
    summary: 'Log in',
    body: loginInput,
    response: 'Login',
    errors: ['forbidden', 'tooMany'],
  },
  logOut: { summary: 'Log out', response: 'Done' },
  read: { summary: 'Read your profile', access: 'user', response: 'User' },
  edit: {
    summary: 'Edit your profile',
    access: 'user',
    quota: 'avatarUpload',
    form: { files: { file: { description: imageRules() } }, json: { field: 'data', schema: editUserInput } },
    response: 'UserSaved',
    errors: ['conflict'],
  },
  export: { summary: 'Export all of your data', access: 'user', quota: 'accountExport', response: 'AccountExport' },
  delete: {
    summary: 'Delete your account',
    access: 'user',
    body: deleteAccountInput,
    response: 'Done',
    errors: ['forbidden', 'conflict', 'tooMany'],
  },
  changePassword: {
    summary: 'Change your password',
    access: 'user',
    body: changePasswordInput,
    response: 'Done',
    errors: ['tooMany'],
  },
  forgetPassword: {
    summary: 'Request a password reset',
    quota: 'passwordReset',
    body: forgotPasswordInput,
    response: 'Done',
  },
  resetPassword: {
    summary: 'Reset your password',
    path: { token: { type: 'string', description: 'From the link in the email.' } },
    body: resetPasswordInput,
    response: 'Done',
  },
});

type Options = {
  storage: Storage;
  limits: LimitStore;
  devices: KnownDevices;
  votedFor: Lookup<string[]>;
  account: AccountParts;
  factors: FactorSettings;
};

const editUserForm = editUserInput.shape({ file: mixed<Upload>() });

export function usersRoutes(options: Options): Router<ShopState> {
  const { storage, limits, devices, votedFor, account, factors } = options;
  const { readShopName } = factors;
  const router = createRouter();
  const limiter = new LoginLimiter(limits);
  addPasswordRoutes(router, limiter, options);

  router.post('/user/register', api.register, async (ctx) => {
    const { em } = ctx.state;
    await register(em, await readShopName(em), ctx.state.input);
    ctx.body = { status: 'success', message: m.users.created() };
  });

  router.post('/user/login', api.logIn, async (ctx) => {
    const { em, input } = ctx.state;
    const attempt = await attemptOf(ctx, devices, input.email);
    const login = await limiter.attempt(
      attempt,
      () => logIn(em, factors, input, clientOf(ctx)),
      () => warnOfLoginAttack(em, input.email),
    );
    ctx.body =
      'secondFactor' in login
        ? { status: 'success', ...login }
        : await respondToLogin(ctx, { devices, votedFor }, login);
  });

  router.post('/user/logout', api.logOut, async (ctx) => {
    if (ctx.state.caller) await endSession(ctx.state.em, ctx.state.caller.tokenHash);
    ctx.body = { status: 'success', message: m.users.loggedOut() };
  });

  router.get('/user/getSingleUser', api.read, async (ctx) => {
    const { em, caller } = ctx.state;
    ctx.body = { status: 'success', user: await viewUser(em, votedFor, caller.userId) };
  });

  router.put('/user/editUser', api.edit, async (ctx) => {
    const { em, caller } = ctx.state;
    await withPictureForm(ctx, storage, 'data', async (body) => {
      const { file, ...input } = validate(editUserForm, body);
      await editProfile(em, storage, caller.userId, input, file);
      const user = await viewUser(em, votedFor, caller.userId);
      ctx.body = { status: 'success', message: m.users.profileUpdated(), user };
    });
  });

  router.get('/user/export', api.export, async (ctx) => {
    const { em, caller } = ctx.state;
    ctx.set('Content-Disposition', 'attachment; filename="webshop-account.json"');
    ctx.body = { status: 'success', ...(await exportAccount(em, votedFor, account, caller)) };
  });

  router.delete('/user', api.delete, async (ctx) => {
    const { em, caller } = ctx.state;
    if (isAdmin(caller.role)) throw new AppError('forbidden', m.users.cannotDeleteAdmin());
    const { input } = ctx.state;
    await limiter.attempt(attemptInSession(ctx), () => deleteAccount(em, storage, account, caller.userId, input));
    ctx.body = { status: 'success', message: m.users.accountDeleted() };
  });

  return router;
}

function addPasswordRoutes(router: Router<ShopState>, limiter: LoginLimiter, options: Options): void {
  const { limits, devices, factors } = options;
  const { readShopName } = factors;
  const resets = new ResetLimiter(limits);

  router.patch('/user/changePassword', api.changePassword, async (ctx) => {
    const { em, input } = ctx.state;
    const { userId, email, username } = ctx.state.caller;
    // First, because the limiter counts every refusal as a wrong password.
    const shopName = await readShopName(em);
    await refuseGuessable('newPassword', input.newPassword, { email, username, shopName });
    await limiter.attempt(attemptInSession(ctx), () => changePassword(em, userId, input));
    ctx.body = { status: 'success', message: m.users.passwordChanged() };
  });

  router.post('/user/forgotPassword', api.forgetPassword, async (ctx) => {
    const { email } = ctx.state.input;
    if (await resets.allows(await attemptOf(ctx, devices, email))) await requestPasswordReset(ctx.state.em, email);
    ctx.body = {
      status: 'success',
      message: m.users.resetLinkSent(),
    };
  });

  router.patch('/user/resetPassword/:token', api.resetPassword, async (ctx) => {
    const { em, input } = ctx.state;
    const email = await resetPassword(em, await readShopName(em), ctx.params.token ?? '', input);
    await limiter.forgive(await attemptOf(ctx, devices, email));
    await devices.remember(ctx, email);
    ctx.body = { status: 'success', message: m.users.passwordReset() };
  });
}
