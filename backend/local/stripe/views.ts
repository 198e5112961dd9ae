import { refusal } from './errors.ts';
import { type PaymentIntent, type PaymentMethod, withoutTest } from './objects.ts';
import { type Parameters, readExpansions } from './parameters.ts';
import type { State } from './state.ts';

/** The expandable fields, each with the kind of object it refers to. */
const EXPANDABLE: Record<string, string> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** The fields of a payment that a browser may see: no metadata, no charge. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof PaymentIntent)[];

/** The response for a page of a list: https://docs.stripe.com/api/pagination */
export function listAnswer(url: string, { data, hasMore }: { data: object[]; hasMore: boolean }) {
  return { object: 'list', data, has_more: hasMore, url };
}

/** Replaces the ids named by `expand` with their objects. @throws StripeError for a field that can't be expanded */
export function expand(state: State, answer: object, parameters: Parameters): object {
  let expanded = answer;
  for (const path of readExpansions(parameters)) {
    const isOfList = path.startsWith('data.');
    const field = isOfList ? path.slice('data.'.length) : path;
    const isList = 'data' in expanded && Array.isArray(expanded.data);
    if (isList !== isOfList) throw notExpandable(path);
    expanded =
      'data' in expanded && Array.isArray(expanded.data)
        ? { ...expanded, data: expanded.data.map((object: object) => expandField(state, object, field)) }
        : expandField(state, expanded, field);
  }
  return expanded;
}

function expandField(state: State, object: object, field: string): object {
  const kind = EXPANDABLE[field];
  const entry = Object.entries(object).find(([name]) => name === field);
  if (kind === undefined || entry === undefined) throw notExpandable(field);
  const id: unknown = entry[1];
  return typeof id === 'string' ? { ...object, [field]: shown(state.find(kind, id)) } : object;
}

function notExpandable(path: string) {
  return refusal(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

/** The object without internal fields. */
export function shown(object: object | null): object | null {
  return object !== null && 'test' in object ? withoutTest(object as PaymentMethod) : object;
}

export function publicIntent(intent: PaymentIntent): object {
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}
