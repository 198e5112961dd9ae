import type Router from '@koa/router';
import { mixed } from 'yup';
import {
  changePasswordInput,
  deleteAccountInput,
  editUserInput,
  forgotPasswordInput,
  loginInput,
  registerInput,
  resetPasswordInput,
} from '#contract/users.input.ts';
import { CANNOT_DELETE_ADMIN } from '#contract/users.ts';
import { AppError } from '../../core/errors.ts';
import { createRouter, jsonBody, requireCaller, type ShopState, validate } from '../../core/http.ts';
import type { LimitStore } from '../../core/limit-store.ts';
import type { Lookup } from '../../core/lookup.ts';
import { limitByAddress, type RateLimit } from '../../core/rate-limit.ts';
import type { Storage } from '../../core/storage.ts';
import { withPictureForm } from '../pictures/picture-form.ts';
import type { Upload } from '../pictures/uploads.ts';
import { type AccountParts, deleteAccount, exportAccount } from './account.service.ts';
import { LoginLimiter } from './login-limiter.ts';
import { changePassword, requestPasswordReset, resetPassword } from './passwords.service.ts';
import { editProfile } from './profile.service.ts';
import { ResetLimiter } from './reset-limiter.ts';
import { endSession } from './sessions.service.ts';
import { logIn, register, viewUser } from './users.service.ts';

type Options = { storage: Storage; limits: LimitStore; votedFor: Lookup<string[]>; account: AccountParts };

/** Limited because a registration costs a password hash, and a reset a row and a job. */
const REGISTRATIONS: RateLimit = { most: 100, seconds: 60 * 60 };
const RESETS: RateLimit = { most: 100, seconds: 60 * 60 };

const editUserForm = editUserInput.shape({ file: mixed<Upload>() });

export function usersRoutes({ storage, limits, votedFor, account }: Options): Router<ShopState> {
  const router = createRouter();
  const limiter = new LoginLimiter(limits);
  addPasswordRoutes(router, limits, limiter);

  router.post('/user/register', limitByAddress(limits, 'register', REGISTRATIONS), jsonBody, async (ctx) => {
    await register(ctx.state.em, validate(registerInput, ctx.request.body));
    ctx.body = { status: 'success', message: 'Account created. Log in to continue.' };
  });

  router.post('/user/login', jsonBody, async (ctx) => {
    const input = validate(loginInput, ctx.request.body);
    const { userId, token } = await limiter.attempt(input.email, ctx.ip, () => logIn(ctx.state.em, input));
    ctx.body = { status: 'success', user: await viewUser(ctx.state.em, votedFor, userId), token };
  });

  router.post('/user/logout', async (ctx) => {
    if (ctx.state.caller) await endSession(ctx.state.em, ctx.state.caller.tokenHash);
    ctx.body = { status: 'success', message: 'You are logged out' };
  });

  router.get('/user/getSingleUser', async (ctx) => {
    const { userId } = requireCaller(ctx);
    ctx.body = { status: 'success', user: await viewUser(ctx.state.em, votedFor, userId) };
  });

  router.put('/user/editUser', async (ctx) => {
    const { userId } = requireCaller(ctx);
    await withPictureForm(ctx, storage, 'data', async (body) => {
      const { file, ...input } = validate(editUserForm, body);
      await editProfile(ctx.state.em, storage, userId, input, file);
      const user = await viewUser(ctx.state.em, votedFor, userId);
      ctx.body = { status: 'success', message: 'Profile updated', user };
    });
  });

  router.get('/user/export', async (ctx) => {
    const { userId } = requireCaller(ctx);
    ctx.set('Content-Disposition', 'attachment; filename="webshop-account.json"');
    ctx.body = { status: 'success', ...(await exportAccount(ctx.state.em, votedFor, account, userId)) };
  });

  router.delete('/user', jsonBody, async (ctx) => {
    const { userId, email, role } = requireCaller(ctx);
    if (role === 'admin') throw new AppError('forbidden', CANNOT_DELETE_ADMIN);
    const input = validate(deleteAccountInput, ctx.request.body);
    // A stolen token must not allow guessing the password.
    await limiter.attempt(email, ctx.ip, () => deleteAccount(ctx.state.em, storage, account, userId, input));
    ctx.body = { status: 'success', message: 'Your account is deleted' };
  });

  return router;
}

function addPasswordRoutes(router: Router<ShopState>, limits: LimitStore, limiter: LoginLimiter): void {
  const resets = new ResetLimiter(limits);

  router.patch('/user/changePassword', jsonBody, async (ctx) => {
    const { userId, email } = requireCaller(ctx);
    const input = validate(changePasswordInput, ctx.request.body);
    // A stolen token must not allow guessing the password.
    await limiter.attempt(email, ctx.ip, () => changePassword(ctx.state.em, userId, input));
    ctx.body = { status: 'success', message: 'Password changed. Log in with your new password.' };
  });

  router.post('/user/forgotPassword', limitByAddress(limits, 'reset', RESETS), jsonBody, async (ctx) => {
    const { email } = validate(forgotPasswordInput, ctx.request.body);
    if (await resets.allows(email)) await requestPasswordReset(ctx.state.em, email);
    ctx.body = {
      status: 'success',
      message: 'If an account with this email exists, we have sent a reset link.',
    };
  });

  router.patch('/user/resetPassword/:token', jsonBody, async (ctx) => {
    const input = validate(resetPasswordInput, ctx.request.body);
    const email = await resetPassword(ctx.state.em, ctx.params.token ?? '', input);
    await limiter.forgive(email, ctx.ip);
    ctx.body = { status: 'success', message: 'Password reset. Log in with your new password.' };
  });
}
