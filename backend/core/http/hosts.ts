import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { m } from '#messages';
import { AppError } from '../errors.ts';

/** A name or an address, and perhaps a port (RFC 3986, 3.2), without credentials. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d*)?$/i;

/** Names that lead to this machine whatever a name server says. URLs write addresses in one form. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The name or address in a Host header, as URLs write it, without the port: proxies and containers map ports.
 * @returns null if it is malformed
 */
export function hostNameOf(authority: string): string | null {
  const url = AUTHORITY.test(authority) ? URL.parse(`http://${authority}`) : null;
  return url?.hostname.replace(/\.$/, '') ?? null;
}

/**
 * Refuses requests for other hosts than `names` and this machine. A site whose name leads to this server's address could
 * otherwise read the responses (DNS rebinding), and a cache could keep them under a wrong name.
 * @param refusal the message for another host
 * @throws AppError malformed without exactly one host (RFC 9112, 3.2), misdirected for another one
 */
export function requireHost(names: readonly string[], refusal = m.api.hostNotServed): Middleware {
  const allowed = new Set(names.map(hostNameOf));
  // Parsing a host takes long compared with the rest of a kept response.
  const known = new LRUCache<string, true>({ max: 100 });
  return async (ctx, next) => {
    for (const authority of authoritiesOf(ctx.req)) {
      if (known.has(authority)) continue;
      const name = hostNameOf(authority);
      if (name === null) throw new AppError('malformed', m.api.hostInvalid());
      if (!LOOPBACK.test(name) && !allowed.has(name)) {
        throw new AppError('misdirected', refusal({ name }));
      }
      known.set(authority, true);
    }
    await next();
  };
}

/** Of the Host header and of a target in absolute form, which other software on the way may go by. */
function authoritiesOf({ headers: { host }, rawHeaders, url = '' }: IncomingMessage): string[] {
  // `headers` has only the first of several.
  if (host === undefined || rawHeaders.filter((text, index) => index % 2 === 0 && HOST.test(text)).length > 1) {
    throw new AppError('malformed', m.api.hostOnce());
  }
  if (url.startsWith('/')) return [host];
  const [, target] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  return target === undefined ? [host] : [target, host];
}

const HOST = /^host$/i;
