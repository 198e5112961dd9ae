import { ValidationError } from 'yup';
import { DEFAULT_TIME_ZONE } from '#contract/shop/settings.ts';
import { registerInput } from '#contract/users/users.input.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { isTimeZone } from '#contract/values/dates.ts';
import { hostNameOf } from '../http/hosts.ts';
import { parseTrustedProxies, type TrustedProxies } from '../http/proxies.ts';

/** The fewest connections that a pool may have. */
export const POOL_MIN = 4;

export type Environment = Record<string, string | undefined>;

type Range<Fallback> = { fallback: Fallback; min: number; max: number };

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
    const isOn = (text: string) => /^(yes|true|1)$/i.test(text) || (/^(no|false|0)$/i.test(text) ? false : null);
    return this.parse(name, isOn, 'be yes or no') ?? false;
  }

  /** 256 bits in hexadecimal or base64. */
  secretKey(name: string): Buffer | null {
    const keyOf = (text: string) => {
      const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
      return key.length === 32 ? key : null;
    };
    return this.parseSecret(name, keyOf, 'be 32 bytes in hexadecimal or base64: openssl rand -hex 32');
  }

  port(name: string, fallback: number): number {
    return this.count(name, 'a port', { fallback, min: 1, max: 65_535 });
  }

  /** @param what such as "a number of seconds" */
  count<Fallback extends number | null>(name: string, what: string, range: Range<Fallback>): number | Fallback {
    const { fallback, min, max } = range;
    const countOf = (text: string) => (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? +text : null);
    return this.parse(name, countOf, `be ${what} from ${min} to ${max}`) ?? fallback;
  }

  share(name: string, fallback: number): number {
    const shareOf = (text: string) => (Number(text) >= 0 && Number(text) <= 1 ? Number(text) : null);
    return this.parse(name, shareOf, 'be a number from 0 to 1') ?? fallback;
  }

  /** May contain a password. */
  url(name: string, protocols: string[]): string | null {
    const urlOf = (text: string) => (protocols.includes(URL.parse(text)?.protocol ?? '') ? text : null);
    const starts = protocols.map((protocol) => `${protocol}//`).join(' or ');
    return this.parseSecret(name, urlOf, `be an address that begins with ${starts}`);
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
    if (this.text(name) === 'none') return null;
    return this.parse(name, parseTrustedProxies, 'be none, a number of proxies from 1 to 9, or their addresses');
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
    const tokenOf = (text: string) => (/^[\w.~+/-]{16,}=*$/.test(text) ? text : null);
    return this.parseSecret(name, tokenOf, 'have at least 16 characters, which may be letters, digits and -._~+/');
  }

  key(name: string, prefixes: string[]): string | null {
    const prefixOf = (text: string) => prefixes.find((prefix) => text.startsWith(prefix));
    this.parseSecret(name, prefixOf, `begin with ${prefixes.join(' or ')}`);
    return this.text(name);
  }

  /** See https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
  bucket(name: string): string | null {
    this.match(name, /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'be the name of a bucket, such as webshop-files');
    return this.text(name);
  }

  email(name: string): string | null {
    return this.match(name, /^[^\s@]+@[^\s@]+$/, 'be an email address');
  }

  country(name: string): string | null {
    const countryOf = (text: string) => countryCodes.find((code) => code === text);
    return this.parse(name, countryOf, 'be a two-letter ISO country code, such as RS');
  }

  /** An IANA name. */
  timeZone(name: string): string | null {
    const zoneOf = (timeZone: string) =>
      isTimeZone(timeZone) ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : null;
    return this.parse(name, zoneOf, `be the name of a time zone, such as ${DEFAULT_TIME_ZONE}`);
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
    const choiceOf = (text: string) => allowed.find((each) => each === text);
    return this.parse(name, choiceOf, `be one of ${allowed.join(', ')}`) ?? fallback;
  }

  private match(name: string, pattern: RegExp, rule: string): string | null {
    return this.parse(name, (text) => pattern.exec(text)?.[0], rule);
  }

  /** What `convert` makes of a variable; null if it is unset, or breaks the rule. */
  private parse<T>(name: string, convert: (text: string) => T | null | undefined, rule: string): T | null {
    return this.parseSecret(name, convert, `${rule}, not '${this.text(name)}'`);
  }

  /** The same, without the value in the problem. */
  private parseSecret<T>(name: string, convert: (text: string) => T | null | undefined, rule: string): T | null {
    const text = this.text(name);
    if (text === null) return null;
    const value = convert(text) ?? null;
    if (value === null) this.problems.push(`${name} must ${rule}`);
    return value;
  }
}
