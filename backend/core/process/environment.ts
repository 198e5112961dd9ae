import { ValidationError } from 'yup';
import { countryCodes } from '#contract/countries.ts';
import { DEFAULT_TIME_ZONE } from '#contract/shop.ts';
import { registerInput } from '#contract/users.input.ts';
import { hostNameOf } from '../http/hosts.ts';
import { parseTrustedProxies, type TrustedProxies } from '../http/proxies.ts';

/** The fewest connections that a pool may have. */
export const POOL_MIN = 4;

export type Environment = Record<string, string | undefined>;

type Range = { fallback: number; min: number; max: number };

/** Reads and validates variables. Adds a sentence to `problems` for each invalid one instead of throwing. */
export class EnvironmentReader {
  private readonly environment: Environment;
  private readonly problems: string[];

  constructor(environment: Environment, problems: string[]) {
    this.environment = environment;
    this.problems = problems;
  }

  /** An empty variable counts as unset. */
  text(name: string): string | null {
    return this.environment[name] || null;
  }

  /** Whether it is set to yes. */
  flag(name: string): boolean {
    const isOn: Record<string, boolean> = { yes: true, true: true, 1: true, no: false, false: false, 0: false };
    const value = this.text(name)?.toLowerCase() ?? 'no';
    if (!Object.hasOwn(isOn, value)) this.problems.push(`${name} must be yes or no, not '${value}'`);
    return isOn[value] === true;
  }

  /** 256 bits in hexadecimal or base64. */
  secretKey(name: string): Buffer | null {
    const value = this.text(name);
    if (value === null) return null;
    const key = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
    // Without the value, as it is secret.
    if (key.length !== 32)
      this.problems.push(`${name} must be 32 bytes in hexadecimal or base64: openssl rand -hex 32`);
    return key;
  }

  port(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const port = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (port >= 1 && port <= 65_535) return port;
    this.problems.push(`${name} must be a port from 1 to 65535, not '${value}'`);
    return fallback;
  }

  seconds(name: string, range: Range): number {
    return this.count(name, 'seconds', range);
  }

  days(name: string, range: Range): number {
    return this.count(name, 'days', range);
  }

  connections(name: string): number | null {
    return this.text(name) === null ? null : this.count(name, 'connections', { fallback: 0, min: POOL_MIN, max: 200 });
  }

  private count(name: string, unit: string, { fallback, min, max }: Range): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const count = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (count >= min && count <= max) return count;
    this.problems.push(`${name} must be a number of ${unit} from ${min} to ${max}, not '${value}'`);
    return fallback;
  }

  share(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const share = Number(value);
    if (share >= 0 && share <= 1) return share;
    this.problems.push(`${name} must be a number from 0 to 1, not '${value}'`);
    return fallback;
  }

  url(name: string, protocols: string[]): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    // Without the value, as URLs contain passwords.
    this.problems.push(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return null;
  }

  /** A URL without path, query or credentials. */
  origin(name: string): string | null {
    const value = this.url(name, ['http:', 'https:']);
    if (value === null) return null;
    const { origin, href } = new URL(value);
    if (href !== `${origin}/`) {
      this.problems.push(`${name} must be an origin without path or credentials, such as https://shop.example.com`);
    }
    return origin;
  }

  proxies(name: string): TrustedProxies | null {
    const value = this.text(name);
    if (value === null || value === 'none') return null;
    const proxies = parseTrustedProxies(value);
    if (proxies === null) {
      this.problems.push(`${name} must be none, a number of proxies from 1 to 9, or their addresses, not '${value}'`);
    }
    return proxies;
  }

  /** Names or addresses, separated by commas. */
  hosts(name: string): string[] {
    const hosts = (this.text(name) ?? '').split(',').map((host) => host.trim());
    const invalid = hosts.filter((host) => host !== '' && hostNameOf(host) === null);
    if (invalid.length > 0)
      this.problems.push(`${name} must be hosts such as shop.example.com, not '${invalid.join()}'`);
    return hosts.filter((host) => host !== '');
  }

  /** A bearer token (RFC 6750, 2.1) that can't be guessed. */
  token(name: string): string | null {
    const value = this.text(name);
    if (value === null || /^[\w.~+/-]{16,}=*$/.test(value)) return value;
    this.problems.push(`${name} must have at least 16 characters, which may be letters, digits and -._~+/`);
    return null;
  }

  key(name: string, prefixes: string[]): string | null {
    const value = this.text(name);
    if (value !== null && !prefixes.some((prefix) => value.startsWith(prefix))) {
      this.problems.push(`${name} must begin with ${prefixes.join(' or ')}`);
    }
    return value;
  }

  /** See https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
  bucket(name: string): string | null {
    const value = this.text(name);
    if (value !== null && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) {
      this.problems.push(`${name} must be the name of a bucket, such as webshop-files, not '${value}'`);
    }
    return value;
  }

  email(name: string): string | null {
    const value = this.text(name);
    if (value !== null && !/^[^\s@]+@[^\s@]+$/.test(value)) {
      this.problems.push(`${name} must be an email address, not '${value}'`);
    }
    return value;
  }

  country(name: string): string | null {
    const value = this.text(name);
    if (value === null || countryCodes.includes(value)) return value;
    this.problems.push(`${name} must be an ISO code of two capitals, such as RS, not '${value}'`);
    return null;
  }

  /** An IANA name: PostgreSQL reads offsets such as +01:00 the other way around. */
  timeZone(name: string): string {
    const value = this.text(name) ?? DEFAULT_TIME_ZONE;
    try {
      if (/^[a-z]/i.test(value))
        return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    this.problems.push(`${name} must be the name of a time zone, such as ${DEFAULT_TIME_ZONE}, not '${value}'`);
    return DEFAULT_TIME_ZONE;
  }

  /** Applies the rules of registration; the admin couldn't log in otherwise. */
  registrationField(name: string, field: 'email' | 'password'): string | null {
    const value = this.text(name);
    if (value === null) return null;
    try {
      return registerInput.validateSyncAt(field, { [field]: value });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      this.problems.push(`${name}: ${error.message}`);
      return value;
    }
  }

  oneOf<Value extends string>(name: string, allowed: readonly Value[], fallback: Value): Value {
    const value = this.text(name);
    if (value === null) return fallback;
    const found = allowed.find((each) => each === value);
    if (found === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}, not '${value}'`);
    return found ?? fallback;
  }
}
