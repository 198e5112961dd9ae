import { hash } from 'node:crypto';
import { stringify } from 'qs';
import { StripeError } from './errors.ts';
import type { State } from './state.ts';

/** How long responses are kept, in ms: https://docs.stripe.com/api/idempotent_requests */
const KEPT_FOR = 24 * 3_600_000;

export type StoredResponse = { status: number; body: object };

type KeyedRequest = { key: string; method: string; path: string; parameters: object };

/** Stores responses by `Idempotency-Key`. Call both functions within the request's transaction. */
export function createIdempotency({ database }: State) {
  database.prepare('DELETE FROM idempotency_keys WHERE created_at < ?').run(Date.now() - KEPT_FOR);
  const select = database.prepare('SELECT fingerprint, status, answer FROM idempotency_keys WHERE key = ?');
  const insert = database.prepare(
    'INSERT INTO idempotency_keys (key, fingerprint, status, answer, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    /** The stored response, if any. @throws StripeError if the key was used for a different request */
    recall(request: KeyedRequest): StoredResponse | null {
      const row = select.get(request.key);
      if (!row) return null;
      if (row.fingerprint !== fingerprintOf(request)) throw misused(request.key);
      return { status: Number(row.status), body: JSON.parse(String(row.answer)) };
    },

    remember(request: KeyedRequest, { status, body }: StoredResponse): void {
      insert.run(request.key, fingerprintOf(request), status, JSON.stringify(body), Date.now());
    },
  };
}

function misused(key: string): StripeError {
  return new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function fingerprintOf({ method, path, parameters }: KeyedRequest): string {
  // In any order of the parameters.
  const query = stringify(parameters, { sort: (one, other) => one.localeCompare(other) });
  return hash('sha256', `${method} ${path}?${query}`);
}
