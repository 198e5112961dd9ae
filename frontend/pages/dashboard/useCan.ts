import { useSnapshot } from 'valtio';
import { type Capability, can } from '#contract/users/capabilities.ts';
import type { Role } from '#contract/users/users.ts';
import { session } from '../../stores/session.ts';

/** The role of whoever uses the dashboard. */
export function useOwnRole(): Role {
  return useSnapshot(session).user?.role ?? 'user';
}

/** Whether whoever uses the dashboard has a capability. */
export function useCan(): (capability: Capability) => boolean {
  const role = useOwnRole();
  return (capability) => can(role, capability);
}
