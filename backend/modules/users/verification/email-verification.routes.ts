import type Router from '@koa/router';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, type ShopState } from '../../../core/http/http.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { RateLimiter } from '../../../core/limits/rate-limit.ts';
import { resendVerification, verifyEmail } from './email-verification.service.ts';

const api = describeCalls('Account', {
  resend: {
    summary: 'Have the link that confirms your email sent again',
    access: 'user',
    response: 'Done',
    errors: ['conflict', 'tooMany'],
  },
  verify: {
    summary: 'Confirm an email',
    path: { token: { type: 'string', description: 'From the link in the email.' } },
    response: 'Done',
    errors: ['malformed'],
  },
});

export function emailVerificationRoutes({ limits }: { limits: LimitStore }): Router<ShopState> {
  const router = createRouter();
  // Limited per user, so that no one can flood someone else's mailbox.
  const resends = new RateLimiter(limits, { name: 'verificationByUser', most: 5, seconds: 60 * 60 });

  router.post('/user/sendVerification', api.resend, async (ctx) => {
    await resendVerification(ctx.state.em, resends, ctx.state.caller.userId);
    ctx.body = { status: 'success', message: m.users.linkSent() };
  });

  router.patch('/user/verifyEmail/:token', api.verify, async (ctx) => {
    await verifyEmail(ctx.state.em, ctx.params.token ?? '');
    ctx.body = { status: 'success', message: m.users.emailConfirmed() };
  });

  return router;
}
