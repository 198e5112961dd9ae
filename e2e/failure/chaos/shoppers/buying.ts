import type { Random } from '../random.ts';
import type { Reply } from './client.ts';
import type { Shopper, Traffic } from './people.ts';

/** A request whose response was lost may have paid the cart already, or its price may have changed. */
const ALLOWED_ERRORS = ['conflict', 'priceChanged'];
const GOOD_CARD = 'pm_card_visa';
const BAD_CARDS = ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'];

type Cart = { items: { productId: string; count: number }[]; amount: number };

/** Fills a cart and pays. Some shoppers click twice, try a bad card first, or never return from the provider. */
export async function buy(traffic: Traffic, random: Random, shopper: Shopper): Promise<void> {
  const cart = fillCart(traffic, random);
  const isImpatient = random.chance(0.2);
  const replies = await Promise.all(Array.from({ length: isImpatient ? 2 : 1 }, () => prepare(traffic, shopper, cart)));
  const prepared = replies.filter(({ outcome }) => outcome === 'acknowledged');
  const orderIds = new Set(prepared.map(({ body }) => body.orderId));
  if (orderIds.size > 1)
    traffic.journal.unexpectedResponses.push(`One cart created ${orderIds.size} orders: ${[...orderIds]}`);
  const clientSecret: string | undefined = prepared[0]?.body.clientSecret;
  if (clientSecret === undefined || random.chance(0.05)) return;

  const intent = clientSecret.replace(/_secret_.*/, '');
  if (random.chance(0.25)) {
    await pay(traffic, intent, random.pick(BAD_CARDS));
    if (random.chance(0.3)) return;
  }
  const clicks = isImpatient ? 2 : 1;
  await Promise.all(Array.from({ length: clicks }, () => pay(traffic, intent, GOOD_CARD)));
  if (random.chance(0.6)) await returnFromPayment(traffic, shopper, intent);
}

function fillCart({ productIds, priceOf }: Traffic, random: Random): Cart {
  const productId = random.pick(productIds());
  const count = random.integer(1, 3);
  return { items: [{ productId, count }], amount: Math.round(priceOf(productId) * count * 100) / 100 };
}

async function prepare({ client, journal }: Traffic, { email, token }: Shopper, { items, amount }: Cart) {
  const reply: Reply = await client.call('prepare payment', 'POST', '/payment', {
    token,
    body: { items, amount, currency: 'EUR' },
    allowedErrors: ALLOWED_ERRORS,
  });
  if (reply.outcome === 'acknowledged') journal.payments.push({ orderId: reply.body.orderId, email, items, amount });
  return reply;
}

/** Confirms the payment with the provider directly, as the browser does. */
async function pay({ provider }: Traffic, intent: string, card: string): Promise<void> {
  try {
    await provider.paymentIntents.confirm(intent, { payment_method: card, return_url: 'http://localhost/order' });
  } catch {
    // Declined, already paid, or no response. The invariants compare with the provider's own state.
  }
}

async function returnFromPayment({ client }: Traffic, { token }: Shopper, paymentIntent: string): Promise<void> {
  await client.call('return from payment', 'POST', '/payment/return', { token, body: { paymentIntent } });
}
