import Stripe from 'stripe';
import { beforeAll, beforeEach } from 'vitest';
import { type Answer, type LoggedIn, startTestShop, type TestShop } from '../../../e2e/harness/shop.ts';
import { waitFor } from '../../../e2e/harness/wait.ts';
import { newId } from '../../core/ids.ts';
import { createCategory } from '../catalogue/categories.service.ts';

export type Item = { productId: string; count: number };
type OrderSummary = { _id: string; state: string; amount: number; currency: string; number: number };

/** A shop whose workers run, and before each test a new shopper and two products, for what tests of payments do. */
export class PaymentsFixture {
  shop!: TestShop;
  shopper!: LoggedIn;
  /** 100.00 EUR. */
  laptop!: string;
  /** 0.50 EUR. */
  cable!: string;

  static use(): PaymentsFixture {
    const fixture = new PaymentsFixture();
    beforeAll(async () => {
      fixture.shop = await startTestShop({ workers: true });
    });
    beforeEach(async () => {
      await fixture.shop.setFaults({});
      fixture.shopper = await fixture.shop.registerAndLogIn();
      fixture.laptop = await fixture.addProduct('Laptop', 10_000);
      fixture.cable = await fixture.addProduct('Cable', 50);
    });
    return fixture;
  }

  async addProduct(title: string, priceCents: number): Promise<string> {
    const em = this.shop.em();
    const categoryId = await createCategory(em, `Category ${newId()}`);
    const id = newId();
    await em.execute(
      `insert into product (id, title, description, price_cents, image, category_id) values (?, ?, 'Fine', ?, 'a.jpg', ?)`,
      [id, title, priceCents, categoryId],
    );
    return id;
  }

  /** Asks the shop to prepare a payment. */
  pay(items: Item[] | undefined, amount: number, currency = 'EUR', token = this.shopper.token): Promise<Answer> {
    return this.shop.call('POST', '/payment', { token, body: { amount, currency, ...(items && { items }) } });
  }

  /** Pays as the browser does, past the shop. */
  payWith(clientSecret: string, paymentMethod = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
    return this.shop.provider.paymentIntents.confirm(intentOf(clientSecret), {
      payment_method: paymentMethod,
      return_url: 'http://localhost/order',
    });
  }

  /** The shopper's orders, newest first. */
  async orders(): Promise<OrderSummary[]> {
    return (await this.shop.call('GET', '/orders', { token: this.shopper.token })).body.orders;
  }

  async untilState(state: string): Promise<void> {
    await waitFor(`the order to be ${state}`, async () => (await this.orders())[0]?.state === state);
  }

  /** The webhook that the provider would send, sent by hand. */
  sendWebhook(event: object, secret = this.shop.webhookSecret): Promise<Answer> {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    return this.shop.call('POST', '/payment/webhook', { body: payload, headers: { 'Stripe-Signature': signature } });
  }

  /** What the provider has to tell of a payment. */
  eventOf(intentId: string, type: string): Promise<Stripe.Event> {
    return waitFor(`the event ${type}`, async () => {
      const { data } = await this.shop.provider.events.list({ limit: 100 });
      return data.find((event) => event.type === type && (event.data.object as { id?: string }).id === intentId);
    });
  }

  /** How many confirmations were sent to the shopper. */
  async confirmations(): Promise<number> {
    const mails = (await (await fetch(`${this.shop.mailbox.url}/mails.json`)).json()) as { to: string }[];
    return mails.filter((mail) => mail.to === this.shopper.email).length;
  }
}

export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret_.*/, '');
}
