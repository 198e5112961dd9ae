import type Router from '@koa/router';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, type ShopState } from '../../../core/http/http.ts';
import { endAllSessions, endSessionWithId, listSessions } from './sessions.service.ts';

const api = describeCalls('Account', {
  list: { summary: 'List where you are logged in', access: 'user', response: 'Sessions' },
  end: { summary: 'Log out one of your devices', access: 'user', response: 'Done' },
  endAll: { summary: 'Log out all of your devices, with this one', access: 'user', response: 'Done' },
});

/** A user's own sessions. */
export function sessionsRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/user/sessions', api.list, async (ctx) => {
    ctx.body = { status: 'success', sessions: await listSessions(ctx.state.em, ctx.state.caller) };
  });

  router.delete('/user/sessions/:id', api.end, async (ctx) => {
    await endSessionWithId(ctx.state.em, ctx.state.caller.userId, pathId(ctx.params.id, m.users.sessionNotFound()));
    ctx.body = { status: 'success', message: m.users.deviceLoggedOut() };
  });

  router.post('/user/logoutEverywhere', api.endAll, async (ctx) => {
    await endAllSessions(ctx.state.em, ctx.state.caller.userId);
    ctx.body = { status: 'success', message: m.users.loggedOutEverywhere() };
  });

  return router;
}
