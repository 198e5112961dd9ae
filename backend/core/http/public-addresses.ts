import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** The IPv6 addresses that the internet uses; all others are special (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Finds all addresses of a name. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export type AddressRules = {
  /** Whether this machine may be called. */
  allowsLoopback: boolean;
  /** The system's by default. */
  resolve?: Resolve;
};

/** A name or an address that leads, or may lead, into a private network. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'AddressRefused';
  }
}

/**
 * Whether an IP address is public unicast. IPv4 addresses in IPv6 (mapped, NAT64, 6to4, Teredo) are not: through them, a
 * network's translators reach private ones.
 */
export function isPublicAddress(address: string, { allowsLoopback }: AddressRules): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return allowsLoopback;
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST));
}

/** Whether the host of a URL may be called, as far as DNS knows: a name that doesn't resolve may be one day. */
export async function mayCall(url: string, rules: AddressRules): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return isPublicAddress(host, rules);
  const lookup = publicLookup(rules);
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error) => resolve(!(error instanceof AddressRefused)));
  });
}

/**
 * Connects only to public addresses. It checks the very addresses that it connects to, so no name can change between the
 * check and the connection.
 * @param timeout milliseconds
 */
export function publicConnector(rules: AddressRules, timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, lookup: publicLookup(rules) });
  return (target, callback) => {
    // Node looks up names only.
    if (isIP(target.hostname) === 0 || isPublicAddress(target.hostname, rules)) connect(target, callback);
    else callback(new AddressRefused(target.hostname), null);
  };
}

function publicLookup(rules: AddressRules): LookupFunction {
  const { resolve = resolveName } = rules;
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      // One private address is enough: the connection might choose it.
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address, rules))) {
        return callback(new AddressRefused(name), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
