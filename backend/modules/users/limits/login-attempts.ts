import type { Lookup } from '../../../core/database/lookup.ts';
import { requireCaller, type ShopContext } from '../../../core/http/http.ts';
import { viewUser } from '../accounts/users.service.ts';
import type { KnownDevices } from '../sessions/known-devices.ts';
import type { Client, StartedSession } from '../sessions/sessions.service.ts';
import type { Attempt } from './login-limiter.ts';

/** A caller who is not logged in. */
export async function attemptOf(ctx: ShopContext, devices: KnownDevices, email: string): Promise<Attempt> {
  return { email, address: ctx.ip, device: await devices.find(ctx, email) };
}

/** A stolen token must not allow guessing the password, and the guesses of others don't concern a session. */
export function attemptInSession(ctx: ShopContext): Attempt {
  const { email, tokenHash } = requireCaller(ctx);
  return { email, address: ctx.ip, device: tokenHash };
}

/** The response to a completed login. Makes the device known. */
export async function respondToLogin(
  ctx: ShopContext,
  { devices, votedFor }: { devices: KnownDevices; votedFor: Lookup<string[]> },
  { userId, token }: StartedSession,
) {
  const user = await viewUser(ctx.state.em, votedFor, userId);
  await devices.remember(ctx, user.email);
  return { status: 'success' as const, user, token };
}

/** What a session remembers of where it began. */
export function clientOf(ctx: ShopContext): Client {
  return { userAgent: ctx.get('User-Agent'), address: ctx.ip };
}
