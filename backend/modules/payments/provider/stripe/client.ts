import { SpanKind } from '@opentelemetry/api';
import Stripe from 'stripe';
import { traced } from '../../../../core/observability/tracing.ts';
import type { StripeSettings } from './settings.ts';

/** The timeout of a request, in milliseconds. */
const TIMEOUT = 10_000;

/** Stripe's library for an account. */
export function openStripe({ secretKey, apiUrl }: Pick<StripeSettings, 'secretKey' | 'apiUrl'>): Stripe {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: tracedClient(),
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/** The library's own HTTP client, with a span for each request. */
function tracedClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, ...rest) => {
    const attributes = { 'http.request.method': method, 'server.address': host };
    return traced(`${method} ${pattern(path)}`, { kind: SpanKind.CLIENT, attributes }, () =>
      makeRequest(host, port, path, method, ...rest),
    );
  };
  return client;
}

/** A path with the id of its object replaced: /v1/refunds/:id */
function pattern(path: string): string {
  return path.replace(/[?].*/, '').replace(/^(\/v1\/[^/]+\/)[^/]+/, '$1:id');
}
