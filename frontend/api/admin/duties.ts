import type { DutyInput } from '#contract/shop/duties.input.ts';
import type { DutyCode, DutyView } from '#contract/shop/duties.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { refreshWork } from './work.ts';

/** What the law asks of the shop. */
export const duties = createRemote<null, DutyView[]>({
  load: async (_args, { signal }) => (await call<'Duties'>('GET', '/admin/duty', { signal })).duties,
});

/** Says whether a duty applies to the shop. @throws ApiError */
export async function changeDuty(code: DutyCode, body: DutyInput): Promise<void> {
  const options = { body, task: m.duties.changeTask() };
  const response = await call<'DutiesSaved'>('PUT', `/admin/duty/${code}`, options);
  duties.write(null, response.duties);
  showOnce('success', response.message);
  refreshWork();
}
