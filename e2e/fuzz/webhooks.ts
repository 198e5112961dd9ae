import fc from 'fast-check';
import type { Body } from './call-step.ts';
import { hostileBody, hostileText, hostileValue } from './hostile.ts';
import { Later } from './known.ts';
import { nearly, pick } from './values.ts';

const types = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.failed',
  'a',
];

const intent = pick.map(
  (index) => new Later('payment', (known) => known.value('paymentIntent', index) ?? 'pi_unknown'),
);

const eventId = fc.oneof(
  { weight: 8, arbitrary: fc.nat(2 ** 31).map((number) => `evt_fuzz${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('evt_', 'evt_fuzz1', `evt_${'1'.repeat(900_000)}`, '') },
  { weight: 1, arbitrary: hostileText },
);

/** https://docs.stripe.com/api/events/object */
const event = fc.record({
  id: eventId,
  object: fc.constantFrom('event', 'v2.core.event'),
  type: fc.constantFrom(...types),
  created: fc.constantFrom(1_700_000_000, 0, -1, 1e300),
  data: fc.record({
    object: fc.oneof(
      fc.record({ object: fc.constant('payment_intent'), id: intent }),
      fc.record({ object: fc.constantFrom('charge', 'refund'), payment_intent: intent }),
      fc.record({
        object: fc.constant('dispute'),
        id: fc.oneof(fc.constantFrom('du_fuzz1', 'du_fuzz2'), hostileText),
        payment_intent: intent,
        status: fc.constantFrom('needs_response', 'won', 'lost', 'warning_closed', ''),
        amount: fc.constantFrom(1, 1250, 0, -1, 0.5, 1e300),
      }),
      fc.record({ object: fc.constant('charge'), payment_intent: fc.record({ id: intent }) }),
    ),
  }),
});

/** Bodies of webhooks, most of them correctly signed. */
export const webhookBody: fc.Arbitrary<Body> = fc.record({
  kind: fc.constant('signed' as const),
  value: fc.oneof(
    { weight: 4, arbitrary: event },
    { weight: 6, arbitrary: nearly(event) },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: hostileBody },
  ),
  isForged: fc.nat(9).map((number) => number === 0),
});
