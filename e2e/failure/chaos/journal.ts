/** What became of a request, as the one who sent it knows. */
export type Outcome =
  /** HTTP 200: it is done, and must be there at the end. */
  | 'acknowledged'
  /** Another answer below 500: it must not have changed anything. */
  | 'refused'
  /** No answer, or one above 500: it may be done or not, or be done yet, but never twice. */
  | 'unknown';

export const requestKinds = [
  'register',
  'log in',
  'rate',
  'comment',
  'reset password',
  'edit profile',
  'upload avatar',
  'prepare payment',
  'return from payment',
  'add category',
  'add product',
  'edit product',
  'delete product',
] as const;
export type RequestKind = (typeof requestKinds)[number];

type Items = { productId: string; count: number }[];

export type Rating = { email: string; productId: string; rate: number; outcome: Outcome };
export type Comment = { content: string; productId: string; author: string; outcome: Outcome };
export type Reset = { email: string; outcome: Outcome };
export type Payment = { orderId: string; email: string; items: Items; amount: number };
/** What one person wrote into one field, again and again: at the end it holds `last`, or one of the `unknown` ones. */
export type Field = { last: string | null; unknown: Set<string> };

/** Everything that was asked of the shop and what it answered: what the end is compared with. */
export class Journal {
  readonly counts = new Map<RequestKind, Record<Outcome, number>>(
    requestKinds.map((kind) => [kind, { acknowledged: 0, refused: 0, unknown: 0 }]),
  );
  readonly users = new Map<string, { username: string; outcome: Outcome }>();
  readonly tokens: string[] = [];
  readonly ratings: Rating[] = [];
  readonly comments: Comment[] = [];
  readonly resets: Reset[] = [];
  readonly payments: Payment[] = [];
  /** First names, by email. */
  readonly firstNames = new Map<string, Field>();
  /** Emails of those whose avatar was acknowledged. */
  readonly avatars = new Set<string>();
  readonly categories: { name: string; outcome: Outcome }[] = [];
  readonly products: { title: string; outcome: Outcome }[] = [];
  /** Descriptions, by product. */
  readonly descriptions = new Map<string, Field>();
  readonly deletedProducts: { title: string; outcome: Outcome }[] = [];
  /** Answers that nothing explains, such as a refusal of what is right. */
  readonly oddities: string[] = [];

  note(kind: RequestKind, outcome: Outcome): void {
    const counts = this.counts.get(kind);
    if (counts) counts[outcome] += 1;
  }

  acknowledged(): number {
    return [...this.counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }
}

/** Notes that somebody wrote `value`. */
export function write<Key>(fields: Map<Key, Field>, key: Key, value: string, outcome: Outcome): void {
  const field = fields.get(key) ?? { last: null, unknown: new Set<string>() };
  fields.set(key, field);
  if (outcome === 'acknowledged') field.last = value;
  if (outcome === 'unknown') field.unknown.add(value);
}
