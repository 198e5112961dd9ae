import type { Context } from 'koa';
import { isSameSecret } from '../../core/http/sessions.ts';
import { invalidRequest, StripeError } from './errors.ts';
import type { PaymentIntent } from './objects.ts';
import { type Parameters, readText } from './parameters.ts';

/** The secret key allows everything; a browser's publishable key allows only what its client secret permits. */
export type Caller = 'secret' | 'publishable';

export type Keys = { secretKey: string; publishableKey: string };

/** Reads the API key, a bearer token or the parameter `key`. @throws StripeError 401 if it is missing or wrong */
export function identify(ctx: Context, parameters: Parameters, { secretKey, publishableKey }: Keys): Caller {
  const bearer = /^Bearer (.+)$/i.exec(ctx.get('Authorization'))?.[1];
  const key = bearer ?? readText(parameters, 'key');
  if (key === null) {
    throw invalidRequest(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
      {},
      401,
    );
  }
  // A secret key in a URL would end up in logs.
  if (bearer !== undefined && isSameSecret(key, secretKey)) return 'secret';
  if (isSameSecret(key, publishableKey)) return 'publishable';
  throw invalidRequest('Invalid API Key provided.', {}, 401);
}

/** @throws StripeError 403 for the publishable key */
export function requireSecretKey(caller: Caller): void {
  if (caller === 'secret') return;
  throw invalidRequest(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
    403,
  );
}

/** @throws StripeError if a browser lacks this payment's client secret */
export function requireClientSecret(intent: PaymentIntent, given: string | null, caller: Caller): void {
  if (given === null && caller === 'secret') return;
  if (given !== null && isSameSecret(given, intent.client_secret)) return;
  throw new StripeError(given === null ? 401 : 400, {
    type: 'invalid_request_error',
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
    message:
      given === null
        ? 'Missing required param: client_secret.'
        : 'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
  });
}
