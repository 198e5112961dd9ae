import { orderSteps } from '#contract/orders.ts';

/** What a counter or a level is about, with the label that divides it and the label's values: their number is bounded. */
type Figure = { help: string; label?: string; values?: readonly (string | null)[] };

/** What has happened in this process since its start. */
const counters = {
  webshop_order_steps_total: {
    help: 'Steps in the life of orders. A step whose commit fails counts, too.',
    label: 'step',
    values: orderSteps,
  },
  webshop_payments_refused_total: {
    help: 'Payments that failed: declined cards, and orders that the provider rejects.',
    label: 'reason',
    values: ['declined', 'rejected'],
  },
  webshop_mails_total: {
    help: 'Mails that the mail server has accepted (sent), and attempts that failed.',
    label: 'result',
    values: ['sent', 'failed'],
  },
  webshop_pictures_total: {
    help: 'Pictures that were published (ready), and uploads that could not be processed (failed).',
    label: 'result',
    values: ['ready', 'failed'],
  },
  webshop_logins_total: {
    help: 'Attempts to log in: with a wrong email or password (failed), and rejected unseen after too many (limited).',
    label: 'result',
    values: ['succeeded', 'failed', 'limited'],
  },
  webshop_requests_refused_total: { help: 'Requests that an overloaded API refused without serving them.' },
  webshop_connections_refused_total: { help: 'Connections that were closed because their address had too many.' },
  webshop_cache_hits_total: { help: 'Responses served from memory.' },
  webshop_cache_misses_total: { help: 'Responses that could be kept in memory, but had to be built.' },
  webshop_catalogue_updates_total: { help: 'Updates of the catalogue in memory.' },
  webshop_catalogue_update_seconds_total: { help: 'Time that updates of the catalogue in memory took.' },
} as const satisfies Record<string, Figure>;

/** How much there is in this process at the moment. */
const levels = {
  webshop_cache_entries: { help: 'Responses kept in memory, each encoding apart.' },
  webshop_cache_bytes: { help: 'Size of the responses kept in memory.' },
  webshop_catalogue_products: { help: 'Products of the catalogue in memory.' },
} as const satisfies Record<string, Figure>;

type Counters = typeof counters;
type Levels = typeof levels;
type ValueOf<Each> = Each extends { values: readonly (infer Value)[] } ? Value : null;

export type Sample = { labels: Record<string, string>; value: number };
/** One metric with its current samples. */
export type Reading = { name: string; type: 'counter' | 'gauge'; help: string; samples: Sample[] };

const recorded = new Map<string, number>();

const keyOf = (name: string, value: string | null) => `${name} ${value ?? ''}`;

/**
 * Counts something that has happened. Costs a map access, and needs no metrics library: a process loads that only if it
 * serves metrics.
 */
export function count<Name extends keyof Counters>(name: Name, value: ValueOf<Counters[Name]>, by = 1): void {
  const key = keyOf(name, value);
  recorded.set(key, (recorded.get(key) ?? 0) + by);
}

/** Records how much there is of something. */
export function setLevel<Name extends keyof Levels>(name: Name, value: ValueOf<Levels[Name]>, level: number): void {
  recorded.set(keyOf(name, value), level);
}

/** All figures. A counter begins at 0; a level that was never set is left out, as it belongs to another process. */
export function readFigures(): Reading[] {
  const counted = Object.entries<Figure>(counters).map(([name, figure]) => reading(name, 'counter', figure));
  return [...counted, ...Object.entries<Figure>(levels).map(([name, figure]) => reading(name, 'gauge', figure))];
}

function reading(name: string, type: Reading['type'], { help, label, values = [null] }: Figure): Reading {
  const samples = values.flatMap((labelValue) => {
    const value = recorded.get(keyOf(name, labelValue)) ?? (type === 'counter' ? 0 : null);
    if (value === null) return [];
    return { labels: label !== undefined && labelValue !== null ? { [label]: labelValue } : {}, value };
  });
  return { name, type, help, samples };
}
