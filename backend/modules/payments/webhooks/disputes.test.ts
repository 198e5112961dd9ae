import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/mails.ts';
import { PaymentsFixture } from '../../../../testing/payments.ts';
import { newId } from '../../../core/ids.ts';
import { receiveMissedEvents } from './missed-events.service.ts';

const fixture = await PaymentsFixture.use();

test('a dispute whose webhook was lost is found', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  const dispute = {
    id: `evt_${newId()}`,
    type: 'charge.dispute.created',
    data: { object: { id: `dp_${newId()}`, object: 'dispute', payment_intent: intentId } },
  };
  // The stand-in has no disputes.
  const provider = fixture.providerWith('events', 'list', ({ types }: { types: string[] }) => {
    return Readable.from(types.includes(dispute.type) ? [dispute] : []);
  });
  await receiveMissedEvents({ em: fixture.shop.em(), provider, log: pino({ level: 'silent' }) });
  await fixture.shop.untilCalm();
  expect((await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order.isDisputed).toBe(true);
});

test('a disputed payment marks its order and is emailed to the admins, once', async () => {
  const { email } = await fixture.shop.admin();
  const { orderId, intentId } = await fixture.placePaidOrder();
  const dispute = { id: `dp_${newId()}`, object: 'dispute', payment_intent: intentId };
  for (const id of [`evt_${newId()}`, `evt_${newId()}`]) {
    const event = { id, type: 'charge.dispute.created', data: { object: dispute } };
    expect((await fixture.sendWebhook({ ...event, object: 'event' })).status).toBe(200);
  }
  await fixture.shop.untilCalm();
  const { body } = await fixture.asAdmin('GET', `/admin/order/${orderId}`);
  expect(body.order).toMatchObject({ isDisputed: true, state: 'paid' });
  expect(body.order.history.at(-1)).toMatchObject({ what: 'disputed', by: 'shopper' });
  const subjects = (await mailsTo(fixture.shop.mailbox.url, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes(`order ${body.order.number} is disputed`))).toHaveLength(1);
});
