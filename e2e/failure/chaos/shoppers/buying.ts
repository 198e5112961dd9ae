import type { Random } from '../random.ts';
import type { Reply } from './client.ts';
import type { Shopper, Traffic } from './people.ts';

/** A request whose response was lost may have paid the cart already, its price may have changed, or it is sold out. */
const ALLOWED_ERRORS = ['conflict', 'priceChanged', 'soldOut'];
const GOOD_CARD = 'pm_card_visa';
const BAD_CARDS = ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'];

const delivery = { name: 'Ada Lovelace', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };

type Cart = {
  items: { productId: string; count: number }[];
  amount: number;
  shippingMethod?: string;
  delivery?: typeof delivery;
};

/**
 * Fills a cart and pays. Some shoppers click twice, try a bad card first, never return from the provider, or cancel the
 * order.
 */
export async function buy(traffic: Traffic, random: Random, shopper: Shopper): Promise<void> {
  const cart = await fillCart(traffic, random, shopper);
  const isImpatient = random.chance(0.2);
  const replies = await Promise.all(Array.from({ length: isImpatient ? 2 : 1 }, () => prepare(traffic, shopper, cart)));
  const prepared = replies.filter(({ outcome }) => outcome === 'acknowledged');
  // One to which a page that was published in between applies is another.
  for (const orders of Map.groupBy(prepared, ({ body }) => JSON.stringify(body.texts)).values()) {
    const orderIds = new Set(orders.map(({ body }) => body.orderId));
    if (orderIds.size > 1)
      traffic.journal.unexpectedResponses.push(`One cart created ${orderIds.size} orders: ${[...orderIds]}`);
  }
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
  if (random.chance(0.1)) await cancel(traffic, shopper, prepared[0]?.body.orderId);
}

/** Looks at the product for its price: it may be on sale. */
async function fillCart({ client, productIds, courier }: Traffic, random: Random, { token }: Shopper): Promise<Cart> {
  const productId = random.pick(productIds());
  const count = random.integer(1, 3);
  const items = [{ productId, count }];
  const { product } = await client.read(`/products/single/${productId}`, token);
  const goods = Math.round(product.price * count * 100);
  if (random.chance(0.5)) return { items, amount: goods / 100 };
  return { items, amount: (goods + courier.price * 100) / 100, shippingMethod: courier.code, delivery };
}

/** A conflict means that it is canceled, shipped or being paid, or that the refund has failed. */
async function cancel({ client, journal }: Traffic, { token }: Shopper, orderId: string): Promise<void> {
  const options = { token, allowedErrors: ['conflict'] };
  const { outcome } = await client.call('cancel order', 'POST', `/orders/${orderId}/cancel`, options);
  journal.cancellations.push({ orderId, outcome });
}

async function prepare({ client, journal }: Traffic, { email, token }: Shopper, cart: Cart) {
  const { items, amount } = cart;
  const reply: Reply = await client.call('prepare payment', 'POST', '/payment', {
    token,
    body: { ...cart, currency: 'EUR' },
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
