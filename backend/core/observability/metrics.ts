import { Counter, Registry } from 'prom-client';
import { orderSteps } from '#contract/orders/orders.ts';

/** What this process counts and measures. */
export const registry = new Registry();

function counter(name: string, help: string): Counter {
  return new Counter({ name, help, registers: [registry] });
}

/** A counter that begins at 0 for each value of its label: their number is bounded. */
function labeled<Label extends string>(name: string, help: string, label: Label, values: readonly string[]) {
  const counter = new Counter<string>({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return counter as Counter<Label>;
}

export const orderStepCount = labeled(
  'webshop_order_steps_total',
  'Steps in the life of orders. A step whose commit fails counts, too.',
  'step',
  orderSteps,
);
export const paymentRefusals = labeled(
  'webshop_payments_refused_total',
  'Payments that failed: declined cards, and orders that the provider rejects.',
  'reason',
  ['declined', 'rejected'],
);
export const mailCount = labeled(
  'webshop_mails_total',
  'Mails that the mail server has accepted (sent), and attempts that failed.',
  'result',
  ['sent', 'failed'],
);
export const webhookTries = labeled(
  'webshop_webhook_tries_total',
  'Tries of webhooks that endpoints have accepted (delivered), and others (failed).',
  'result',
  ['delivered', 'failed'],
);
export const pictureCount = labeled(
  'webshop_pictures_total',
  'Pictures that were published (ready), and uploads that could not be processed (failed).',
  'result',
  ['ready', 'failed'],
);
export const logins = labeled(
  'webshop_logins_total',
  'Attempts to log in: with a wrong email or password (failed), and rejected unseen after too many (limited).',
  'result',
  ['succeeded', 'failed', 'limited'],
);
export const requestsRefused = counter(
  'webshop_requests_refused_total',
  'Requests that an overloaded API refused without serving them.',
);
export const connectionsRefused = counter(
  'webshop_connections_refused_total',
  'Connections that were closed because their address had too many.',
);
export const cacheHits = counter('webshop_cache_hits_total', 'Responses served from memory.');
export const cacheMisses = counter(
  'webshop_cache_misses_total',
  'Responses that could be kept in memory, but had to be built.',
);
export const catalogueUpdates = counter('webshop_catalogue_updates_total', 'Updates of the catalogue in memory.');
export const catalogueUpdateSeconds = counter(
  'webshop_catalogue_update_seconds_total',
  'Time that updates of the catalogue in memory took.',
);
