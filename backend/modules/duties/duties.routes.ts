import type Router from '@koa/router';
import { dutyInput } from '#contract/shop/duties.input.ts';
import { dutyCodes, isDutyCode } from '#contract/shop/duties.ts';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice } from '../../core/http/parameters.ts';
import { changeDuty, listDuties } from './duties.service.ts';
import type { DutyDeps } from './found-duties.ts';

const api = describeCalls('Duties', {
  list: {
    summary: 'List what the law asks of the shop, and what of it is still open',
    access: 'settings.edit',
    response: 'Duties',
  },
  change: {
    summary: 'Say whether a duty applies to the shop',
    access: 'settings.edit',
    path: { code: choice(dutyCodes) },
    body: dutyInput,
    response: 'DutiesSaved',
    errors: ['notFound'],
  },
});

/** The checklist of what the law asks of the shop. */
export function dutiesRoutes(deps: DutyDeps): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/duty', api.list, async (ctx) => {
    ctx.body = { status: 'success', duties: await listDuties(ctx.state.em, deps) };
  });

  router.put('/admin/duty/:code', api.change, async (ctx) => {
    const { code } = ctx.params;
    if (!isDutyCode(code)) throw new AppError('notFound', m.duties.notFound());
    const { em, input } = ctx.state;
    await changeDuty(em, requireCaller(ctx), code, input);
    ctx.body = { status: 'success', message: m.duties.saved(), duties: await listDuties(em, deps) };
  });

  return router;
}
