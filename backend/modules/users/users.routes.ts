import type Router from '@koa/router';
import { loginInput, registerInput } from '#contract/users.input.ts';
import { createRouter, jsonBody, requireCaller, type ShopState, validate } from '../../core/http.ts';
import { LoginLimiter, type LoginLimits } from './login-limiter.ts';
import { endSession } from './sessions.service.ts';
import { presentUser } from './users.present.ts';
import { findUser, logIn, register } from './users.service.ts';

type Options = { loginLimits?: Partial<LoginLimits> };

export function usersRoutes({ loginLimits }: Options = {}): Router<ShopState> {
  const router = createRouter();
  const limiter = new LoginLimiter(loginLimits);

  router.post('/user/register', jsonBody, async (ctx) => {
    await register(ctx.state.em, validate(registerInput, ctx.request.body));
    ctx.body = { status: 'success', message: 'You have registered. You can log in now.' };
  });

  router.post('/user/login', jsonBody, async (ctx) => {
    const input = validate(loginInput, ctx.request.body);
    await limiter.begin(input.email, ctx.ip);
    const { user, token } = await logIn(ctx.state.em, input);
    await limiter.succeed(input.email, ctx.ip);
    ctx.body = { status: 'success', user: presentUser(user), token };
  });

  router.post('/user/logout', async (ctx) => {
    if (ctx.state.caller) await endSession(ctx.state.em, ctx.state.caller.tokenHash);
    ctx.body = { status: 'success', message: 'You have logged out' };
  });

  router.get('/user/getSingleUser', async (ctx) => {
    const { userId } = requireCaller(ctx);
    ctx.body = { status: 'success', user: presentUser(await findUser(ctx.state.em, userId)) };
  });

  return router;
}
