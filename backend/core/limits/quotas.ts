import type { LimitStore } from './limit-store.ts';
import { isLoopback, type Limited, RateLimiter, rateLimitKey, tooMany } from './rate-limit.ts';

type Quota = {
  /** What there can be too many of, for the message. */
  what: Limited;
  /** The most per hour for one account, wherever it calls from. */
  perAccount?: number;
  /** The most per hour for one address, whoever calls from it. Addresses of this machine don't count. */
  perAddress?: number;
};

/** How often one account or one address may do what costs the shop something: far more often than people need. */
const quotas = {
  /** Each costs a password hash. */
  registration: { what: 'attempts', perAddress: 100 },
  /** Each costs a row and a job. How many emails one account gets is limited in users/limits/reset-limiter.ts. */
  passwordReset: { what: 'attempts', perAddress: 100 },
  /** Each stores a challenge. */
  passkeyLogin: { what: 'attempts', perAddress: 100 },
  /** An admin must read every one. */
  comment: { what: 'comments', perAccount: 300, perAddress: 100 },
  /** The same, and each may send an email. */
  commentReport: { what: 'attempts', perAddress: 30 },
  /** Each sends an email, and staff must read those that fit no order. */
  withdrawal: { what: 'attempts', perAddress: 20 },
  /** Each searches the catalogue or reads a page. Assistants ask from a few addresses for many people. */
  agent: { what: 'attempts', perAddress: 3000 },
  /** Every change in the checkout asks for one; guessing a discount code takes far more of them. */
  quote: { what: 'attempts', perAccount: 3000, perAddress: 3000 },
  /** Every change of cart or currency prepares one; testing stolen cards takes far more of them. */
  payment: { what: 'attempts', perAccount: 300, perAddress: 300 },
  /** Reads all products of a catalogue that is too large to be kept. */
  wholeList: { what: 'lists', perAddress: 60 },
  /** Reads all products. Requests that get 304 don't count. */
  feed: { what: 'lists', perAddress: 120 },
  /** Reads all rows of an account. */
  accountExport: { what: 'exports', perAccount: 60 },
  /** Reads all rows of a table. */
  export: { what: 'exports', perAccount: 600 },
  /** A thread draws each. */
  document: { what: 'documents', perAccount: 1000 },
  /** Attempts, also rejected ones: what is accepted is limited in pictures/upload-limit.ts. */
  avatarUpload: { what: 'uploads', perAccount: 100 },
  productUpload: { what: 'uploads', perAccount: 3000 },
  /** Up to 550 MB each. */
  import: { what: 'imports', perAccount: 1000 },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;

export type Quotas = {
  /** Counts one call before it is served. @throws AppError tooMany, with the time to wait */
  take(name: QuotaName, caller: { userId: string | null; address: string }): Promise<void>;
};

const SECONDS = 60 * 60;

/** The quotas, counted across all processes. */
export function openQuotas(store: LimitStore): Quotas {
  const open = (name: string, most: number | undefined) =>
    most === undefined ? null : new RateLimiter(store, { name, most, seconds: SECONDS, isFinal: true });
  const entries = Object.entries<Quota>(quotas).map(([name, { what, perAccount, perAddress }]) => {
    const [accounts, addresses] = [open(`${name}ByAccount`, perAccount), open(`${name}ByAddress`, perAddress)];
    return [name, { what, accounts, addresses }] as const;
  });
  const opened = Object.fromEntries(entries) as Record<QuotaName, (typeof entries)[number][1]>;

  return {
    async take(name, { userId, address }) {
      const { what, accounts, addresses } = opened[name];
      let wait = 0;
      if (userId !== null && accounts) wait = await accounts.take(userId);
      if (wait === 0 && addresses && !isLoopback(address)) wait = await addresses.take(rateLimitKey(address));
      if (wait > 0) throw tooMany(what, wait);
    },
  };
}
