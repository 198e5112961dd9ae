import Stripe from 'stripe';
import { beforeEach } from 'vitest';
import type { SettingsInput } from '#contract/shop/settings.input.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { newId } from '../../backend/core/ids.ts';
import { createCategory } from '../../backend/modules/catalogue/categories/categories.service.ts';
import type { PaymentProvider } from '../../backend/modules/payments/provider/port.ts';
import { type ApiResponse, type LoggedIn, startTestShop, type TestShop } from '../shop/shop.ts';
import { waitFor } from '../wait.ts';
import { auditTrail } from './catalogue.ts';
import { mailsTo } from './mails.ts';

export type Item = { productId: string; count: number };
export type Placed = { orderId: string; clientSecret: string; intentId: string };
type OrderSummary = { _id: string; state: string; amount: number; currency: string; number: number };

/** Where delivered orders go. */
export const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };

/** A shop with running workers; each test gets a new shopper and two products. */
export class PaymentsFixture {
  readonly shop: TestShop;
  shopper!: LoggedIn;
  /** 100.00 EUR. */
  laptop!: string;
  /** 0.50 EUR. */
  cable!: string;

  private constructor(shop: TestShop) {
    this.shop = shop;
  }

  /** Call it at the top level of a test file. */
  static async use(options: { languages?: LanguageCode[]; settings?: SettingsInput } = {}): Promise<PaymentsFixture> {
    const fixture = new PaymentsFixture(await startTestShop({ ...options, workers: true }));
    beforeEach(async () => {
      await fixture.shop.setFaults({});
      fixture.shopper = await fixture.shop.newAccount();
      fixture.laptop = await fixture.addProduct('Laptop', 10_000);
      fixture.cable = await fixture.addProduct('Cable', 50);
    });
    return fixture;
  }

  async addProduct(title: string, priceCents: number): Promise<string> {
    const em = this.shop.em();
    const categoryId = await createCategory(em, null, `Category ${newId()}`);
    const id = newId();
    await em.execute(
      `insert into product (id, title, description, price_cents, category_id) values (?, ?, 'Fine', ?, ?)`,
      [id, title, priceCents, categoryId],
    );
    return id;
  }

  /** Prepares a payment. */
  pay(items: Item[] | undefined, amount: number, currency = 'EUR', token = this.shopper.token): Promise<ApiResponse> {
    return this.shop.call('POST', '/payment', { token, body: { amount, currency, ...(items && { items }) } });
  }

  /** Prepares a payment with any body. */
  prepare(body: object, token = this.shopper.token): Promise<ApiResponse> {
    return this.shop.call('POST', '/payment', { token, body: { currency: 'EUR', ...body } });
  }

  /** Adds a shipping method, a discount or the like as an admin does. */
  async asAdmin(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const { token } = await this.shop.admin();
    return this.shop.call(method, path, { token, headers, ...(body && { body }) });
  }

  /** Sets the stock of a product; null stops counting it. */
  setStock(productId: string, stock: number | null): Promise<unknown> {
    return this.shop.em().execute('update product set stock = ? where id = ?', [stock, productId]);
  }

  async stockOf(productId: string): Promise<number | null | undefined> {
    const query = 'select stock from product where id = ?';
    const [product] = await this.shop.em().execute<{ stock: number | null }[]>(query, [productId]);
    return product?.stock;
  }

  /** Confirms a payment at the provider, as the browser does. */
  payWith(clientSecret: string, paymentMethod = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
    return this.shop.provider.paymentIntents.confirm(intentOf(clientSecret), {
      payment_method: paymentMethod,
      return_url: 'http://localhost/order',
    });
  }

  /** An unpaid order of 100 EUR. */
  async placeOrder(): Promise<Placed> {
    const { orderId, clientSecret } = (await this.pay([{ productId: this.laptop, count: 1 }], 100)).body;
    return { orderId, clientSecret, intentId: intentOf(clientSecret) };
  }

  /** An order of 100 EUR that the shop has recorded as paid. */
  async placePaidOrder(): Promise<Placed> {
    const order = await this.placeOrder();
    await this.payWith(order.clientSecret);
    await this.untilState('paid');
    await this.untilHandled(order.intentId);
    return order;
  }

  /** A paid order that is to be delivered, for 5 EUR, by a shipping method of its own. `amount` is in EUR. */
  async placeDelivered(items: Item[], amount: number): Promise<Placed & { shippingMethod: string }> {
    const shippingMethod = `post-${newId().slice(-12)}`;
    const method = { code: shippingMethod, name: 'Post', price: 5, minDays: 1, maxDays: 3 };
    await this.asAdmin('POST', '/admin/shipping-method', method);
    const { body } = await this.prepare({ items, amount, shippingMethod, delivery });
    const { orderId, clientSecret } = body;
    const intent = await this.payWith(clientSecret);
    await this.untilState('paid');
    await this.untilHandled(intent.id);
    return { orderId, clientSecret, intentId: intent.id, shippingMethod };
  }

  /** The provider, one call of which is replaced, for example to let something happen during it. */
  providerWith(
    resource: 'paymentIntents' | 'refunds' | 'events',
    call: string,
    replacement: (...parameters: never[]) => unknown,
  ): PaymentProvider {
    const { provider } = this.shop;
    const replaced = Object.create(provider[resource], { [call]: { value: replacement } });
    return this.shop.paymentsBy(Object.create(provider, { [resource]: { value: replaced } }));
  }

  /** The connections whose statement, which begins with `statement`, waits for the transaction of connection `pid`. */
  waitingFor(pid: number | undefined, statement = ''): Promise<{ pid: number }[]> {
    return this.shop.em().execute<{ pid: number }[]>(
      `select pid from pg_stat_activity
       where datname = current_database() and ? = any(pg_blocking_pids(pid)) and starts_with(query, ?)`,
      [pid ?? 0, statement],
    );
  }

  /** Waits until the shop has handled every webhook about a payment. */
  async untilHandled(intentId: string): Promise<void> {
    await waitFor('the webhooks to be delivered', async () => {
      const { data } = await this.shop.provider.events.list({ limit: 100 });
      const own = data.filter(({ data: { object } }) => JSON.stringify(object).includes(intentId));
      return own.length > 0 && own.every((event) => event.pending_webhooks === 0);
    });
    await this.shop.untilCalm();
  }

  /** The state of any shopper's order in the database. */
  async stateOf(orderId: string): Promise<string | undefined> {
    const query = 'select state from shop_order where id = ?';
    const [order] = await this.shop.em().execute<{ state: string }[]>(query, [orderId]);
    return order?.state;
  }

  /** Changes an order in the database; `assignment` is SQL. */
  setOrder(orderId: string, assignment: string): Promise<unknown> {
    return this.shop.em().execute(`update shop_order set ${assignment} where id = ?`, [orderId]);
  }

  /** The audit trail of an order. */
  entriesOn(orderId: string): Promise<{ action: string }[]> {
    return auditTrail(this.shop.em(), orderId);
  }

  /** The shopper's orders, newest first. */
  async orders(): Promise<OrderSummary[]> {
    return (await this.shop.call('GET', '/orders', { token: this.shopper.token })).body.orders;
  }

  async untilState(state: string): Promise<void> {
    await waitFor(`the order to be ${state}`, async () => (await this.orders())[0]?.state === state);
  }

  /** Sends a signed webhook, as the provider does. */
  sendWebhook(event: unknown, secret = this.shop.webhookSecret): Promise<ApiResponse> {
    return this.sendSigned(JSON.stringify(event), secret);
  }

  /** Sends the text of a webhook, with its signature. */
  sendSigned(payload: string, secret = this.shop.webhookSecret): Promise<ApiResponse> {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    return this.shop.call('POST', '/payment/webhook', { body: payload, headers: { 'Stripe-Signature': signature } });
  }

  /** The provider's event about a payment. */
  eventOf(intentId: string, type: string): Promise<Stripe.Event> {
    return waitFor(`the event ${type}`, async () => {
      const { data } = await this.shop.provider.events.list({ limit: 100 });
      return data.find((event) => event.type === type && (event.data.object as { id?: string }).id === intentId);
    });
  }

  /** The number of order confirmations emailed to the shopper. */
  async confirmations(): Promise<number> {
    const mails = await mailsTo(this.shop.mailbox.url, this.shopper.email);
    return mails.filter(({ subject }) => /^Order \d+ is confirmed$/.test(subject)).length;
  }

  /** The refund notices emailed to the shopper. */
  async refundNotices(): Promise<string[]> {
    const { url } = this.shop.mailbox;
    const mails = (await mailsTo(url, this.shopper.email)).filter(({ subject }) => subject.includes('refund'));
    return Promise.all(
      mails.map(async ({ file }) => {
        const body = await (await fetch(`${url}/mails/${file}/body`)).text();
        const text = body.replaceAll('&#39;', "'");
        return /We've refunded \S+ for order/.exec(text)?.[0] ?? text;
      }),
    );
  }
}

export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret_.*/, '');
}
