import { isIP } from 'node:net';
import addressOf from '@fastify/proxy-addr';
import type { Middleware } from 'koa';
import { isLoopback } from '../limits/rate-limit.ts';

/** The proxies in front of the API: how many each request passes, or their addresses and ranges (CIDR). */
export type TrustedProxies = number | string[];

const HOPS_MAX = 9;

/** Reads a number of proxies, or a comma-separated list of addresses and ranges. @returns null if it is neither */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= HOPS_MAX ? Number(text) : null;
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isRange) ? ranges : null;
}

/** A range of all addresses would trust every client. */
function isRange(text: string): boolean {
  const [address = '', bits = '32', ...rest] = text.split('/');
  const version = isIP(address);
  const isLength = /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
  return version !== 0 && isLength && rest.length === 0;
}

/**
 * Sets `ctx.ip` to the last address in X-Forwarded-For that no trusted proxy has, as proxies add the address that they
 * see to what a client sent. No other header of a proxy counts: PUBLIC_URL says how shoppers reach the shop.
 */
export function trustProxies(trusted: TrustedProxies): Middleware {
  const isTrusted =
    typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : addressOf.compile(trusted);
  return (ctx, next) => {
    ctx.request.ip = addressOf(ctx.req, isTrusted);
    return next();
  };
}

/**
 * Which peers of a connection stand for many clients: trusted proxies, and this machine, where an unknown proxy may run.
 * If only the number of proxies is known, every peer is one.
 */
export function sharedPeers(trusted: TrustedProxies | null): (address: string) => boolean {
  if (typeof trusted === 'number') return () => true;
  if (trusted === null) return isLoopback;
  const isTrusted = addressOf.compile(trusted);
  return (address) => isLoopback(address) || isTrusted(address, 0);
}
