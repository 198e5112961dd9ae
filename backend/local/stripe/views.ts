import { invalidRequest } from './errors.ts';
import type { PaymentIntent } from './objects.ts';
import { type Parameters, readCreated, readExpansions, readPage, requireKnown } from './parameters.ts';
import type { State, StoredObject } from './state.ts';

const LIST_PARAMETERS = ['limit', 'starting_after', 'expand', 'created'];

/**
 * The response body for a page of a list: https://docs.stripe.com/api/pagination
 * @param filters other parameters, which `isWanted` applies
 */
export function listObjects<T extends StoredObject & { created: number }>(
  state: State,
  kind: T['object'],
  parameters: Parameters,
  filters: readonly string[] = [],
  isWanted: (object: T) => boolean = () => true,
) {
  requireKnown(parameters, [...LIST_PARAMETERS, ...filters]);
  const isInTime = readCreated(parameters);
  const { data, hasMore } = state.list<T>(
    kind,
    readPage(parameters),
    (object) => isInTime(object.created) && isWanted(object),
  );
  return { object: 'list', data, has_more: hasMore, url: `/v1/${kind}s` };
}

const EXPANDABLE = 'latest_charge';

/** Replaces the id of the latest charge with the charge, if `expand` names it. @throws StripeError for other fields */
export function expand(state: State, body: object, parameters: Parameters): object {
  const fields = readExpansions(parameters);
  const other = fields.find((field) => field !== EXPANDABLE || !(EXPANDABLE in body));
  if (other !== undefined) throw invalidRequest(`This property cannot be expanded (${other}).`, { param: 'expand' });
  if (fields.length === 0 || !(EXPANDABLE in body)) return body;
  return { ...body, [EXPANDABLE]: state.find('charge', String(body[EXPANDABLE])) };
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
