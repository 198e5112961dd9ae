import { DatabaseSync } from 'node:sqlite';
import type { EntityManager } from '../../../../backend/core/database/db.ts';
import type { Testbed } from '../testbed.ts';

export type OrderRow = {
  id: string;
  email: string;
  state: string;
  fulfilment: string;
  amount: number;
  refunded: number;
  intentId: string | null;
  lines: { productId: string; count: number }[];
};
export type Mail = { file: string; to: string; subject: string; messageId: string };
/** The fields of a PaymentIntent that the suite checks. */
export type ProviderIntent = {
  id: string;
  status: string;
  amount: number;
  last_payment_error: object | null;
  metadata: Record<string, string>;
};

export type Evidence = {
  em: EntityManager;
  users: { id: string; email: string; username: string; firstName: string }[];
  products: { id: string; title: string; description: string }[];
  pictures: {
    id: string;
    ownerKind: string;
    ownerId: string;
    state: string;
    extension: string;
    widths: number[];
    replacesId: string | null;
  }[];
  orders: OrderRow[];
  events: { id: string; name: string; payload: Record<string, string>; isDone: boolean; failure: string | null }[];
  mails: Mail[];
  /** Of comments, those without a decision first, then in the order of the decisions. */
  reports: {
    id: string;
    commentId: string;
    reason: string;
    email: string | null;
    decision: 'kept' | 'removed' | null;
    decisionReason: string | null;
    isApproved: boolean;
  }[];
  /** The references of the mails that the shop lists at their orders. */
  listedMails: string[];
  resends: { id: string; key: string; isSent: boolean }[];
  intents: ProviderIntent[];
  charges: {
    id: string;
    captured: boolean;
    refunded: boolean;
    amount: number;
    amount_refunded: number;
    payment_intent: string;
  }[];
  refunds: { id: string; amount: number; status: string; metadata: Record<string, string> }[];
  disputes: { id: string; status: string; payment_intent: string }[];
  /** `created` is in seconds since 1970. */
  providerEvents: { id: string; type: string; created: number }[];
};

/** Reads the final state of database, provider and mailbox. Closes the provider. */
export async function collectEvidence({ database, mailbox, closeProvider }: Testbed): Promise<Evidence> {
  const em = database.em.fork();
  const [users, products, pictures, orders, events, mails, reports, listed, resends] = await Promise.all([
    em.execute<Evidence['users']>(`select id, email, username, first_name as "firstName" from user_account`),
    em.execute<Evidence['products']>('select id, title, description from product'),
    em.execute<Evidence['pictures']>(
      `select id, owner_kind as "ownerKind", owner_id as "ownerId", state, extension, widths, replaces_id as "replacesId"
       from picture`,
    ),
    em.execute<OrderRow[]>(
      `select o.id, u.email, o.state, o.fulfilment, o.amount::float8 as amount, o.refunded::float8 as refunded, o.payment_intent_id as "intentId",
         array(select json_build_object('productId', product_id, 'count', count)
           from order_line where order_id = o.id) as lines
       from shop_order o left join user_account u on u.id = o.user_id`,
    ),
    em.execute<Evidence['events']>(
      `select id, name, payload, done_at is not null as "isDone", failure from outbox_event`,
    ),
    fetch(`${mailbox.url}/mails.json`).then((response) => response.json() as Promise<Mail[]>),
    em.execute<Evidence['reports']>(
      `select r.id, r.comment_id as "commentId", r.reason, r.email, r.decision, r.decision_reason as "decisionReason",
         c.approved as "isApproved"
       from comment_report r join comment c on c.id = r.comment_id order by r.decided_at nulls first`,
    ),
    em.execute<{ reference: string }[]>('select reference from order_mail'),
    em.execute<Evidence['resends']>(
      `select id, idempotency_key as key, sent_at is not null as "isSent" from order_mail_resend`,
    ),
  ]);
  return {
    em,
    users,
    products,
    pictures,
    orders,
    events,
    mails,
    reports,
    listedMails: listed.map(({ reference }) => reference),
    resends,
    ...readProvider(await closeProvider()),
  };
}

function readProvider(
  stateFile: string,
): Pick<Evidence, 'intents' | 'charges' | 'refunds' | 'disputes' | 'providerEvents'> {
  const state = new DatabaseSync(stateFile, { readOnly: true });
  const read = (kind: string) =>
    state
      .prepare('select content from objects where kind = ? order by sequence')
      .all(kind)
      .map(({ content }) => JSON.parse(String(content)));
  try {
    return {
      intents: read('payment_intent'),
      charges: read('charge'),
      refunds: read('refund'),
      disputes: read('dispute'),
      providerEvents: read('event'),
    };
  } finally {
    state.close();
  }
}
