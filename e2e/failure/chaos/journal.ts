/** The result of a request, as its sender sees it. */
export type Outcome =
  /** HTTP 200: the change must be there at the end. */
  | 'acknowledged'
  /** Another status below 500: nothing may have changed. */
  | 'refused'
  /** 5xx or no response: the change happens now, later or never, but not twice. */
  | 'unknown';

const requestKinds = [
  'register',
  'log in',
  'rate',
  'comment',
  'approve comments',
  'report comment',
  'decide report',
  'reset password',
  'edit profile',
  'upload avatar',
  'prepare payment',
  'return from payment',
  'cancel order',
  'refund order',
  'ship order',
  'ship list',
  'resend email',
  'withdraw',
  'request return',
  'cancel return',
  'move return',
  'add category',
  'add webhook',
  'add product',
  'edit product',
  'edit sale',
  'save page',
  'publish page',
  'delete product',
] as const;
export type RequestKind = (typeof requestKinds)[number];

type Items = { productId: string; count: number }[];

/** Successive values of a field. At the end it holds `last` or one of the `unknown` values. */
export type Field = { last: string | null; unknown: Set<string> };

/** Records all requests and their outcomes, for comparison with the final state. */
export class Journal {
  readonly counts = new Map<RequestKind, Record<Outcome, number>>(
    requestKinds.map((kind) => [kind, { acknowledged: 0, refused: 0, unknown: 0 }]),
  );
  readonly users = new Map<string, { username: string; outcome: Outcome }>();
  readonly tokens: string[] = [];
  readonly ratings: { email: string; productId: string; rate: number; outcome: Outcome }[] = [];
  readonly comments: { content: string; productId: string; author: string; outcome: Outcome }[] = [];
  /** Each has a reason of its own. */
  readonly reports: { reason: string; outcome: Outcome }[] = [];
  /** Of reports of comments; each has a reason of its own. */
  readonly decisions: { reportId: string; reason: string; outcome: Outcome }[] = [];
  /** Sales without an end that begin when they are saved; prices in EUR. */
  readonly sales: { productId: string; salePrice: number; outcome: Outcome }[] = [];
  /** Kind and version of each page that was published. */
  readonly publications: string[] = [];
  readonly resets: { email: string; outcome: Outcome }[] = [];
  readonly payments: { orderId: string; email: string; items: Items; amount: number }[] = [];
  /** The units of each counted product at the start. */
  readonly stocks = new Map<string, number>();
  readonly cancellations: { orderId: string; outcome: Outcome }[] = [];
  /** The idempotency keys of refunds. */
  readonly refunds: { key: string; outcome: Outcome }[] = [];
  /** The idempotency keys of requests to send an email again. */
  readonly resends: { key: string; outcome: Outcome }[] = [];
  /** The references of withdrawals. */
  readonly withdrawals: string[] = [];
  /** The tracking numbers of shipments. */
  readonly shipments: { trackingNumber: string; outcome: Outcome }[] = [];
  /** First names, by email. */
  readonly firstNames = new Map<string, Field>();
  /** Emails of users whose avatar upload was acknowledged. */
  readonly avatars = new Set<string>();
  readonly categories: { name: string; outcome: Outcome }[] = [];
  readonly products: { title: string; outcome: Outcome }[] = [];
  /** Descriptions, by product. */
  readonly descriptions = new Map<string, Field>();
  readonly deletedProducts: { title: string; outcome: Outcome }[] = [];
  /** Responses that no fault explains, such as a refused valid request. */
  readonly unexpectedResponses: string[] = [];

  count(kind: RequestKind, outcome: Outcome): void {
    const counts = this.counts.get(kind);
    if (counts) counts[outcome] += 1;
  }

  acknowledged(): number {
    return [...this.counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }
}

/** Records a write of `value` to a field. */
export function recordWrite<Key>(fields: Map<Key, Field>, key: Key, value: string, outcome: Outcome): void {
  const field = fields.get(key) ?? { last: null, unknown: new Set<string>() };
  fields.set(key, field);
  if (outcome === 'acknowledged') field.last = value;
  if (outcome === 'unknown') field.unknown.add(value);
}
