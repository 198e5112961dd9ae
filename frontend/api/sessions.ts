import type { SessionView } from '#contract/users/users.ts';
import { m } from '#messages';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

const sessions = createRemote<null, SessionView[]>({
  load: async (_args, options) => (await call<'Sessions'>('GET', '/user/sessions', options)).sessions,
});

/** Where the user is logged in. */
export function useSessions() {
  return useRemote(sessions, null);
}

/** Logs out another device, which leaves the list at once. @throws ApiError */
export function endSession(id: string): Promise<{ message: string }> {
  return sessions.change(
    null,
    (all) => all.filter(({ _id }) => _id !== id),
    () => call<'Done'>('DELETE', `/user/sessions/${id}`, { task: m.feedback.logOutDeviceTask() }),
  );
}
