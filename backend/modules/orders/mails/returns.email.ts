import { returnAddressLines } from '#contract/addresses.ts';
import { formatInZone, isoInZone } from '#contract/dates.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { m } from '#messages';
import type { EventMap } from '../../../core/events/events.ts';
import { pageUrl } from '../../../core/http/page-url.ts';
import { type Block, button, type Fact, paragraph } from '../../../core/mail/letters/letter.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { mailAddress, mailStaff, type UserMailDeps } from '../../users/accounts/mail-recipients.ts';
import { returnReference } from '../returns/return-steps.ts';
import { findReturn } from '../returns/returns.queries.ts';
import { findStatement } from '../withdrawals/withdrawals.queries.ts';
import { items, type OrderLetter, type OrderOfShopper, orderButton } from './order-email-parts.ts';

/** Tells the shopper what has become of a return; null if the notice of its refund does. */
export function returnLetter(
  { publicUrl, order, username, pictures, seller }: OrderOfShopper,
  { returnId, state }: EventMap['return.changed'],
): OrderLetter | null {
  const goods = order.returns.find(({ id }) => id === returnId);
  if (goods === undefined || state === 'refunded') return null;
  const reference = returnReference(order, goods.place);
  const isWithdrawal = goods.reason === 'withdrawal' ? 'yes' : 'no';
  const own: Record<typeof state, Block[]> = {
    requested: [],
    approved: [
      ...lines(goods.instructions),
      { kind: 'facts', facts: [{ name: m.returnMails.sendTo(), lines: returnAddressLines(seller) }] },
    ],
    rejected: lines(goods.rejection),
    canceled: [],
    received: [],
    replaced: [{ kind: 'facts', facts: parcel(goods) }],
    repaired: [{ kind: 'facts', facts: parcel(goods) }],
  };
  return {
    reference: `order-return-${returnId}-${state}`,
    subject: m.returnMails.subject({ state, reference }),
    title: m.returnMails.title({ state }),
    blocks: [
      paragraph(m.mails.hi({ name: username })),
      paragraph(m.returnMails.text({ state, reference, isWithdrawal })),
      ...own[state],
      { kind: 'items', items: items(order, goods.lines, pictures) },
      orderButton(publicUrl, order),
    ],
  };
}

function lines(text: string): Block[] {
  return text === '' ? [] : [paragraph(text)];
}

function parcel({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }): Fact[] {
  const tracked = { name: m.mails.trackingNumber(), lines: [trackingNumber] };
  return [{ name: m.mails.carrier(), lines: [carrier] }, ...(trackingNumber === '' ? [] : [tracked])];
}

/**
 * Acknowledges a statement with its content and the time of its receipt, which the mail may be behind: Directive 2011/83/EU,
 * Art. 11a (4).
 */
export async function sendAcknowledgement(
  { em, mailer, settings }: UserMailDeps & { settings: ShopSettings },
  { withdrawalId }: EventMap['withdrawal.received'],
): Promise<void> {
  const statement = await findStatement(em, withdrawalId);
  if (statement === undefined) return;
  const { timeZone } = await settings.read(em);
  const { reference, orderNumber, name, email, titles, items, note, receivedAt, language } = statement;
  const clock = isoInZone(receivedAt, timeZone);
  await mailAddress({ em, mailer }, { email, language }, () => {
    const moment = formatInZone(receivedAt, timeZone, { dateStyle: 'long', timeStyle: 'medium' });
    const goods = items === '' ? titles : items.split(/\r?\n/);
    const facts: Fact[] = [
      { name: m.returnMails.reference(), lines: [reference] },
      { name: m.returnMails.receivedAt(), lines: [m.returnMails.moment({ moment, offset: clock.slice(-6) })] },
      { name: m.withdrawals.orderNumber(), lines: [orderNumber] },
      { name: m.withdrawals.name(), lines: [name] },
      { name: m.returnMails.email(), lines: [email] },
      { name: m.withdrawals.items(), lines: goods.length > 0 ? goods : [m.returnMails.allItems()] },
      ...(note === '' ? [] : [{ name: m.withdrawals.note(), lines: note.split(/\r?\n/) }]),
    ];
    return {
      reference: `withdrawal-${withdrawalId}`,
      subject: m.returnMails.acknowledgedSubject({ reference }),
      title: m.returnMails.acknowledged(),
      blocks: [
        paragraph(m.returnMails.acknowledgedText()),
        { kind: 'facts', facts },
        paragraph(m.returnMails.acknowledgedNext()),
      ],
    };
  });
}

/** Emails everyone who may refund orders that the money of a withdrawal is overdue. */
export async function sendOverdueNotice(
  { em, mailer, publicUrl }: UserMailDeps,
  { orderId, returnId }: EventMap['return.overdue'],
): Promise<void> {
  const { reference } = await findReturn(em, returnId);
  await mailStaff({ em, mailer }, 'returnOverdue', 'orders.refund', () => ({
    reference: `return-overdue-${returnId}`,
    subject: m.returnMails.overdueSubject({ reference }),
    title: m.returnMails.overdue(),
    blocks: [
      paragraph(m.returnMails.overdueText({ reference })),
      button(m.mails.viewOrder(), pageUrl(publicUrl, pageAddress('adminOrder', { orderId }))),
    ],
  }));
}
