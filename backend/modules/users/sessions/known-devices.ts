import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '../../../core/database/db.ts';
import type { ShopContext } from '../../../core/http/http.ts';
import { newToken } from '../../../core/http/sessions.ts';
import { readSecret } from '../../../core/process/secrets.ts';

const LIFETIME = 365 * 24 * 60 * 60 * 1000;
/** Accounts that one device is known for; more would make the cookie large. */
const ACCOUNTS_MAX = 5;
const FORMAT = /^([\w-]{43})((?:\.[\w-]{43})*)$/;

export type KnownDevices = ReturnType<typeof knownDevices>;

/**
 * Recognizes devices on which an account has logged in before, so that strangers can't lock it out there. Keeps what it
 * knows in a signed cookie: the device's random id, and for each account a signature of id and email. See
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function knownDevices({ isHttps }: { isHttps: boolean }) {
  // Browsers accept this prefix only over HTTPS, and from the host itself.
  const name = isHttps ? '__Host-device' : 'device';
  let key: string | null = null;

  async function sign(em: EntityManager, id: string, email: string): Promise<string> {
    key ??= await readSecret(em.fork(), 'knownDevices');
    return createHmac('sha256', key).update(`${id} ${email.toLowerCase()}`).digest('base64url');
  }

  return {
    /** The id of the caller's device, if this email has logged in on it; null otherwise. */
    async find(ctx: ShopContext, email: string): Promise<string | null> {
      const device = readDevice(ctx.cookies.get(name));
      if (device === null) return null;
      const signature = await sign(ctx.state.em, device.id, email);
      return device.signatures.some((given) => equals(given, signature)) ? device.id : null;
    },
    /** Makes the caller's device known for an email that has just authenticated. */
    async remember(ctx: ShopContext, email: string): Promise<void> {
      const { id, signatures } = readDevice(ctx.cookies.get(name)) ?? { id: newToken(), signatures: [] };
      const signature = await sign(ctx.state.em, id, email);
      const latest = [signature, ...signatures.filter((other) => other !== signature)].slice(0, ACCOUNTS_MAX);
      // The proxy in front of the API speaks HTTPS.
      ctx.cookies.secure = isHttps;
      ctx.cookies.set(name, [id, ...latest].join('.'), {
        maxAge: LIFETIME,
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps,
      });
    },
  };
}

function readDevice(cookie = ''): { id: string; signatures: string[] } | null {
  const [, id, signatures = ''] = FORMAT.exec(cookie) ?? [];
  return id === undefined ? null : { id, signatures: signatures.split('.').slice(1, 1 + ACCOUNTS_MAX) };
}

function equals(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
