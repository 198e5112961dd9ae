import { sql } from 'kysely';
import type { ResendInput } from '#contract/orders/orders.input.ts';
import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import { type MailKind, mailNames, type OrderMailKind, RESEND_PAUSE } from '#contract/shop/mails.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { m } from '#messages';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { type Actor, audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { emit, isOutstanding } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import type { File } from '../../../core/mail/letters/letter.ts';
import type { Mailer } from '../../../core/mail/mailer.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { readThumbnails } from '../../catalogue/images/thumbnails.ts';
import { spokenLanguage } from '../../settings/settings.queries.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { mayReceive } from '../../users/accounts/mail-recipients.ts';
import { type AdminOrderRow, adminOrders, findAnyOrder } from '../dashboard/orders.admin.queries.ts';
import { fileNameOf } from '../invoicing/file-names.ts';
import { type DrawDocument, readDocuments, readPdf } from '../invoicing/stored-documents.ts';
import { lockOrder, orderName } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { type AttachedDocument, mailDetail } from './order-email-parts.ts';
import type { OrderMailPayloads } from './order-mail.entity.ts';
import { orderLetters } from './orders.email.ts';

/** Draws the texts of an order that its shopper keeps. */
export type DrawTexts = (
  em: EntityManager,
  seller: SettingsView,
  texts: readonly OrderTextView[],
) => Promise<readonly File[]>;

type MailDeps = {
  em: EntityManager;
  storage: Storage;
  /** Sends each mail once, identified by its reference. */
  mailer: Mailer;
  publicUrl: string;
  settings: ShopSettings;
  drawTexts: DrawTexts;
  drawDocument: DrawDocument;
};

/** Emails the shopper of an order, unless they were deleted, and records the mail so that it can be sent again. */
export async function sendOrderMail<Kind extends OrderMailKind>(
  deps: MailDeps,
  kind: Kind,
  payload: OrderMailPayloads[Kind],
): Promise<void> {
  const reference = await send(deps, kind, payload);
  if (reference === null) return;
  await db(deps.em)
    .insertInto('orderMail')
    .values({ id: newId(), orderId: payload.orderId, reference, kind, payload })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
}

/** Emails the shopper once more, for an admin's request. */
export async function resendOrderMail(deps: MailDeps, { resendId }: EventMap['order.mailResendRequested']) {
  const { em } = deps;
  const mail = await db(em)
    .selectFrom('orderMailResend as resend')
    .innerJoin('orderMail', 'orderMail.id', 'resend.mailId')
    .select(['kind', 'payload'])
    .where('resend.id', '=', resendId)
    .executeTakeFirst();
  if (mail === undefined) return;
  const again = { reference: `order-mail-resent-${resendId}` };
  if ((await send(deps, mail.kind, mail.payload, again)) === null) return;
  await db(em)
    .updateTable('orderMailResend')
    .set({ sentAt: sql`now()` })
    .where('id', '=', resendId)
    .where('sentAt', 'is', null)
    .execute();
}

/**
 * Sends a mail under its own reference, or under another one so that it is not taken for the same mail.
 * @returns the reference; null if there is no one to email or nothing to report
 */
async function send<Kind extends OrderMailKind>(
  deps: MailDeps,
  kind: Kind,
  payload: OrderMailPayloads[Kind],
  again?: { reference: string },
): Promise<string | null> {
  const { em, storage, mailer, publicUrl, settings, drawTexts } = deps;
  const order = await adminOrders(em).where('shopOrder.id', '=', payload.orderId).executeTakeFirst();
  const recipient = order && recipientOf(kind, order);
  if (!recipient) return null;
  const { email, username } = recipient;
  const productIds = order.lines.map(({ productId }) => productId);
  const pictures = await readThumbnails(em, storage, productIds);
  const seller = await settings.read(em);
  const { timeZone } = seller;
  const files = kind === 'orderConfirmation' ? await drawTexts(em, seller, order.texts) : [];
  const documents = await documentsOf(deps, kind, payload);
  const write = await mailer.writer(em);
  const mail = inLanguage(await spokenLanguage(em, order.language), () => {
    const composed = orderLetters[kind](
      { publicUrl, timeZone, seller, order, username, pictures, hasFiles: files.length > 0, documents },
      payload,
    );
    if (composed === null) return null;
    const { reference, subject, ...letter } = { ...composed, ...again };
    const { attachments = [], ...parts } = write(letter);
    const attached = documents.map(({ file }) => file);
    return { to: email, reference, subject, ...parts, attachments: [...attachments, ...attached, ...files] };
  });
  if (mail === null) return null;
  await mailer.send(mail);
  return mail.reference;
}

/** Whom a mail of this kind reaches: also someone who has deleted their account, if it is about goods or money that come back. */
function recipientOf(kind: OrderMailKind, order: AdminOrderRow): { email: string; username: string } | null {
  const { username, buyerName } = order;
  if (order.email !== null && !mayReceive(kind, order)) return null;
  const email = emailFor(kind, order);
  return email === null ? null : { email, username: username ?? buyerName };
}

/** The email that a mail of this kind goes to; null if the account is deleted, and its owner no longer hears of the order. */
export function emailFor(
  kind: MailKind,
  { email, buyerEmail }: Pick<AdminOrderRow, 'email' | 'buyerEmail'>,
): string | null {
  if (email !== null) return email;
  const isTold = kind === 'return' || kind === 'refund' || kind === 'cancellation';
  return isTold && buyerEmail !== '' ? buyerEmail : null;
}

/** The invoice of a confirmation, and the credit notes of what was given back: the stored ones. */
async function documentsOf(
  { em, storage, settings, drawDocument: draw }: MailDeps,
  kind: OrderMailKind,
  payload: OrderMailPayloads[OrderMailKind],
): Promise<AttachedDocument[]> {
  if (kind === 'shipment' || kind === 'return') return [];
  const issued = await readDocuments({ em, storage, settings }, payload.orderId);
  const documentIds = 'documentIds' in payload ? payload.documentIds : undefined;
  // Older events name no documents.
  const refundIds = 'refundIds' in payload ? (payload.refundIds ?? []) : null;
  const attached = issued.filter(({ id, kind: issuedKind, invoiceId, refundId }) => {
    if (kind === 'orderConfirmation') return invoiceId === null;
    if (documentIds !== undefined) return documentIds.includes(id);
    return issuedKind === 'creditNote' && (refundIds === null || refundIds.some((id) => id === refundId));
  });
  return Promise.all(
    attached.map(async (document) => {
      const content = await readPdf({ em, storage, draw }, document);
      return { kind: document.kind, file: { filename: fileNameOf(document), content, contentType: 'application/pdf' } };
    }),
  );
}

/**
 * Requests that the shopper gets one of the order's mails again. The same key requests it once.
 * @throws AppError notFound; invalid if the order has no such mail; conflict if it is being sent, if there is no one to
 * email, or if the key was used for another mail; tooMany if it has just been sent
 */
export async function requestResend(
  em: EntityManager,
  admin: Actor,
  orderId: string,
  { input: { mailId }, key }: { input: ResendInput; key: string | null },
): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    await lockOrder(em, orderId);
    const order = await findAnyOrder(em, orderId);
    const mail = order.mails.find(({ id }) => id === mailId);
    if (mail === undefined) throw invalid({ mailId: m.orders.noSuchMail() });
    const hasKey = ({ resends }: typeof mail) => resends.some(({ idempotencyKey }) => idempotencyKey === key);
    const repeated = key === null ? undefined : order.mails.find(hasKey);
    if (repeated === mail) return;
    if (repeated) throw new AppError('conflict', m.orders.keyOfOtherMail());
    if (!order.shopperId) throw new AppError('conflict', m.orders.customerDeleted());
    await requirePause(em, mail);
    const resend = { id: newId(), mailId, adminName: admin.username, idempotencyKey: key };
    await db(em).insertInto('orderMailResend').values(resend).execute();
    const name = inLanguage(DEFAULT_LANGUAGE, () => [mailNames[mail.kind](), mailDetail(mail, order)]);
    const changes = { email: { from: null, to: name.filter(Boolean).join(', ') } };
    audit(em, admin, { action: 'order.mailResent', subjectId: orderId, subjectName: orderName(order), changes });
    emit(em, 'order.mailResendRequested', { orderId, resendId: resend.id });
  });
}

/** @throws AppError conflict, tooMany: an admin can't flood a shopper, not even while the mail server is down */
async function requirePause(em: EntityManager, { sentAt, resends }: AdminOrderRow['mails'][number]): Promise<void> {
  // The clean-up forgets what could not be sent for too long.
  const unsent = resends.filter(({ sentAt }) => sentAt === null).map(({ id }) => id);
  if (unsent.length > 0 && (await isOutstanding(em, 'order.mailResendRequested', 'resendId', unsent))) {
    throw new AppError('conflict', m.orders.mailBeingSent());
  }
  const sent = [sentAt, ...resends.map(({ sentAt }) => sentAt)].filter((date) => date !== null);
  const last = new Date(Math.max(...sent.map((date) => Date.parse(date))));
  const { passed } = await db(em)
    .selectNoFrom(sql<number>`extract(epoch from now() - ${last}::timestamptz)::float8`.as('passed'))
    .executeTakeFirstOrThrow();
  const wait = RESEND_PAUSE - passed;
  if (wait <= 0) return;
  throw new AppError('tooMany', m.orders.mailJustSent(), { retryAfter: wait });
}
