import { REFUND_DUE_DAYS } from '#contract/orders/returns.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { returnAddressLines } from '#contract/values/addresses.ts';
import { formatDate } from '#contract/values/dates.ts';
import { m } from '#messages';
import type { EventMap } from '../../../core/events/events.ts';
import { type Block, paragraph } from '../../../core/mail/letters/letter.ts';
import type { AdminOrderRow } from '../dashboard/orders.admin.queries.ts';
import { returnReference } from '../returns/return-steps.ts';
import { items, type OrderLetter, type OrderOfShopper, orderButton, withdrawalLink } from './order-email-parts.ts';

type ReturnRow = AdminOrderRow['returns'][number];
type Told = { subject: string; title: string; blocks: Block[] };

/** Composes the mail about the state that a return has come to; null for a refund of money, which has a mail of its own. */
export function returnLetter(
  { publicUrl, seller, order, username, pictures }: OrderOfShopper,
  { returnId, state }: EventMap['return.changed'],
): OrderLetter | null {
  const goods = order.returns.find(({ id }) => id === returnId);
  if (goods === undefined || (state === 'refunded' && goods.refunded !== 0)) return null;
  const { subject, title, blocks } = told[state](goods, returnReference(order, goods.place), seller);
  return {
    reference: `order-return-${returnId}-${state}`,
    subject,
    title,
    blocks: [
      paragraph(m.mails.hi({ name: username })),
      ...blocks,
      { kind: 'items', items: items(order, goods.lines, pictures) },
      orderButton(publicUrl, order),
      ...withdrawalLink(publicUrl, order),
    ],
  };
}

const told: Record<ReturnRow['state'], (goods: ReturnRow, reference: string, seller: SettingsView) => Told> = {
  requested: (_, reference) => ({
    subject: m.returnMails.requestedSubject({ reference }),
    title: m.returnMails.requestedTitle(),
    blocks: [paragraph(m.returnMails.requested())],
  }),

  approved: ({ reason, instructions, isLate }, reference, seller) => ({
    subject: m.returnMails.approvedSubject({ reference }),
    title: m.returnMails.approvedTitle(),
    blocks: [
      ...(isLate ? [paragraph(m.returnMails.late())] : []),
      paragraph(
        reason === 'withdrawal'
          ? m.returnMails.approvedWithdrawal({ days: REFUND_DUE_DAYS, payer: seller.returnShippingPaidBy })
          : m.returnMails.approved(),
      ),
      ...(instructions === '' ? [] : [paragraph(instructions)]),
      {
        kind: 'facts',
        facts: [
          { name: m.returnMails.sendTo(), lines: returnAddressLines(seller) },
          { name: m.returnMails.reference(), lines: [reference] },
        ],
      },
      paragraph(m.returnMails.slip()),
    ],
  }),

  rejected: ({ rejection }, reference) => ({
    subject: m.returnMails.rejectedSubject({ reference }),
    title: m.returnMails.rejectedTitle(),
    blocks: [paragraph(m.returnMails.rejected()), paragraph(rejection)],
  }),

  canceled: (_, reference) => ({
    subject: m.returnMails.canceledSubject({ reference }),
    title: m.returnMails.canceledTitle(),
    blocks: [paragraph(m.returnMails.canceled())],
  }),

  received: ({ wants, refundDue }, reference, { timeZone }) => ({
    subject: m.returnMails.receivedSubject({ reference }),
    title: m.returnMails.receivedTitle(),
    blocks: [
      paragraph(
        refundDue === null
          ? m.returnMails.received({ wants })
          : m.returnMails.receivedDue({ date: formatDate(refundDue, timeZone) }),
      ),
    ],
  }),

  refunded: (_, reference) => ({
    subject: m.returnMails.endedSubject({ reference }),
    title: m.returnMails.endedTitle(),
    blocks: [paragraph(m.returnMails.ended())],
  }),

  replaced: (goods, reference) => ({
    subject: m.returnMails.replacedSubject({ reference }),
    title: m.returnMails.replacedTitle(),
    blocks: [paragraph(m.returnMails.replaced({ carrier: goods.carrier })), ...parcel(goods)],
  }),

  repaired: (goods, reference) => ({
    subject: m.returnMails.repairedSubject({ reference }),
    title: m.returnMails.repairedTitle(),
    blocks: [paragraph(m.returnMails.repaired({ carrier: goods.carrier })), ...parcel(goods)],
  }),
};

function parcel({ trackingNumber }: ReturnRow): Block[] {
  if (trackingNumber === '') return [];
  return [{ kind: 'facts', facts: [{ name: m.mails.trackingNumber(), lines: [trackingNumber] }] }];
}
