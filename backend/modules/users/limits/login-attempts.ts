import { requireCaller, type ShopContext } from '../../../core/http/http.ts';
import type { KnownDevices } from '../sessions/known-devices.ts';
import type { Client } from '../sessions/sessions.service.ts';
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

/** What a session remembers of where it began. */
export function clientOf(ctx: ShopContext): Client {
  return { userAgent: ctx.get('User-Agent'), address: ctx.ip };
}
