import { invalid } from '../../../../core/errors.ts';
import { ProviderLimited, unavailable } from '../port.ts';
import type { LocalSettings } from './settings.ts';

/** The timeout of a request, in milliseconds. */
const TIMEOUT = 10_000;

/** An error as the provider sends it. */
type Refusal = { message: string; isMisusedKey: boolean };

/** Requests to the provider. They throw what the port says. */
export function openRequests({ apiUrl, key }: LocalSettings) {
  async function send(path: string, options: RequestInit) {
    try {
      const response = await fetch(apiUrl + path, {
        ...options,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...options.headers },
        signal: AbortSignal.timeout(TIMEOUT),
      });
      return { response, body: await response.json() };
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function attempt<T>(path: string, options: RequestInit = {}): Promise<T | null> {
    const { response, body } = await send(path, options);
    if (response.ok) return body;
    const { message, isMisusedKey }: Refusal = body;
    const cause = new Error(`${response.status} ${message}`);
    if (response.status === 404) return null;
    if (response.status === 429) throw new ProviderLimited(Number(response.headers.get('Retry-After')), cause);
    if (response.status >= 500) throw unavailable(cause);
    // A wrong key, or one that stands for another request: a defect.
    if (response.status === 401 || isMisusedKey) throw cause;
    throw invalid({ amount: message }, cause);
  }

  async function get<T>(path: string, options: RequestInit = {}): Promise<T> {
    const found = await attempt<T>(path, options);
    if (found === null) throw invalid({ amount: 'There is no such payment' });
    return found;
  }

  return {
    /** Null if there is no such thing. */
    find: <T>(path: string) => attempt<T>(path),
    get,
    /** @param idempotencyKey makes repeated requests one */
    change: <T>(path: string, body: object, idempotencyKey?: string) =>
      get<T>(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
      }),
  };
}
