import { createHmac } from 'node:crypto';
import { m } from '#messages';
import { AppError, reasonOf } from '../../../../core/errors.ts';
import { parseJson } from '../../../../core/http/bodies.ts';
import { isSameSecret } from '../../../../core/http/sessions.ts';
import type { Payment, PaymentProvider, ProviderEvent } from '../port.ts';
import { openRequests } from './requests.ts';
import type { LocalSettings } from './settings.ts';

export const SIGNATURE_HEADER = 'Local-Signature';

/** The signature of a webhook: the HMAC-SHA256 of its body, in hexadecimal. */
export function signatureOf(rawBody: Buffer | string, key: string): string {
  return createHmac('sha256', key).update(rawBody).digest('hex');
}

/** A payment as JSON. */
type Sent = Omit<Payment, 'attemptedAt'> & { attemptedAt: string | null };

function paymentOf({ attemptedAt, ...payment }: Sent): Payment {
  return { ...payment, attemptedAt: attemptedAt === null ? null : new Date(attemptedAt) };
}

const address = (paymentId: string) => `/payments/${encodeURIComponent(paymentId)}`;

/** The provider of `make up` in its own words, which are the port's as JSON. It charges nothing, and is not for production. */
export function localProvider({ apiUrl, key }: LocalSettings): PaymentProvider {
  const { find, get, change } = openRequests({ apiUrl, key });
  const { origin } = new URL(apiUrl);
  return {
    createPayment: async ({ id, amount, currency }) =>
      paymentOf(await change('/payments', { amount, currency, orderId: id }, `order-${id}`)),
    createBarePayment: async ({ amount, currency }) =>
      paymentOf(await change('/payments', { amount, currency, orderId: null })),

    async findPayment(id) {
      const found = await find<Sent>(address(id));
      return found && paymentOf(found);
    },

    async cancelPayment(id) {
      const found = await find<Sent>(address(id));
      return found && paymentOf(await change(`${address(id)}/cancel`, {}));
    },

    async createRefund({ id, paymentIntentId: paymentId, amount }) {
      const made = await change<{ isMade: boolean }>('/refunds', { paymentId, amount, refundId: id }, `refund-${id}`);
      return made.isMade;
    },

    listRefunds: (paymentId) => get(`${address(paymentId)}/refunds`),

    async *listEvents(from, until) {
      yield* await get<ProviderEvent[]>(`/events?from=${from.getTime()}&until=${until.getTime()}`);
    },

    readWebhook(rawBody, headers) {
      const signature = headers[SIGNATURE_HEADER.toLowerCase()];
      if (!isSameSecret(String(signature), signatureOf(rawBody, key))) {
        throw new AppError('malformed', m.payments.wrongSignature());
      }
      return parseJson(rawBody.toString('utf8')) as ProviderEvent;
    },

    opensDispute: (type) => type === 'disputed',
    wallets: null,
    browser: {
      config: { provider: 'local', publishableKey: '', scriptUrl: null, apiUrl },
      origins: [origin],
      walletOrigin: origin,
    },

    async examine() {
      try {
        await get('/events?from=0&until=0');
      } catch (error) {
        throw new Error(`${reasonOf(error)}: check LOCAL_PAYMENTS_URL and LOCAL_PAYMENTS_KEY`, { cause: error });
      }
      return { findings: [{ state: 'ok', text: 'the local provider answers; nothing is charged' }], time: null };
    },
  };
}
