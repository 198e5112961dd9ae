import { invalidRequest } from './errors.ts';
import { type PaymentIntent, type PaymentMethod, withoutTest } from './objects.ts';
import { type Parameters, readExpansions } from './parameters.ts';
import type { State } from './state.ts';

/** Fields that can be expanded, and the kind of object they refer to. */
const EXPANDABLE: Record<string, string> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** The response body for a page of a list: https://docs.stripe.com/api/pagination */
export function listBody(url: string, { data, hasMore }: { data: object[]; hasMore: boolean }) {
  return { object: 'list', data, has_more: hasMore, url };
}

/** Replaces the ids that `expand` names with objects. @throws StripeError for other fields */
export function expand(state: State, body: object, parameters: Parameters): object {
  let expanded = body;
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
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

/** Hides the provider's own fields. */
export function shown(object: object | null): object | null {
  return object !== null && 'test' in object ? withoutTest(object as PaymentMethod) : object;
}

/** The fields of a payment that a browser may see. */
export function publicIntent({
  metadata: _,
  latest_charge: __,
  amount_received: ___,
  ...visible
}: PaymentIntent): object {
  return visible;
}
