import type { UserView } from '#contract/users/users.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The user of this browser's token. The session stores every response. */
export const currentUser = createRemote<null, UserView>({
  load: async (_args, options) => (await call<'User'>('GET', '/user/getSingleUser', options)).user,
});

/** The current user, refreshed when the page opens and while a new avatar is being processed. */
export function useCurrentUser() {
  return useRemote(currentUser, null, { pollWhile: ({ avatarState }) => avatarState === 'processing' });
}

/**
 * Stores the user from another call's response. Responses can arrive out of order and ratings are final, so known
 * ratings stay.
 */
export function updateCurrentUser(user: UserView): void {
  const known = currentUser.peek(null);
  if (known && known._id !== user._id) return;
  currentUser.write(null, { ...user, votedFor: [...new Set([...(known?.votedFor ?? []), ...user.votedFor])] });
}
