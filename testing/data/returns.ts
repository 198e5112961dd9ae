import type { ApiResponse } from '../shop/shop.ts';
import type { PaymentsFixture } from './payments.ts';

/** What an order's page says. */
type Order = ApiResponse['body']['order'];

/** Orders of a payments fixture on their way back. */
export class ReturnsFixture {
  readonly payments: PaymentsFixture;

  constructor(payments: PaymentsFixture) {
    this.payments = payments;
  }

  /** A paid order of two laptops and a cable, delivered for 5 EUR: 205.50 EUR. */
  async place(): Promise<{ orderId: string; intentId: string }> {
    const { laptop, cable } = this.payments;
    return this.payments.placeDelivered(
      [
        { productId: laptop, count: 2 },
        { productId: cable, count: 1 },
      ],
      205.5,
    );
  }

  /** The same, after it has arrived. */
  async placeArrived(): Promise<{ orderId: string; intentId: string }> {
    const order = await this.place();
    await this.asAdmin(`order/${order.orderId}/shipment`, { carrier: 'DHL' });
    await this.asAdmin(`order/${order.orderId}/delivered`);
    return order;
  }

  laptops(count: number) {
    return [{ productId: this.payments.laptop, count }];
  }

  cables(count: number) {
    return [{ productId: this.payments.cable, count }];
  }

  /** A step of an admin. */
  asAdmin(path: string, body?: object, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.payments.asAdmin('POST', `/admin/${path}`, body, headers);
  }

  asShopper(path: string, body?: object): Promise<ApiResponse> {
    const { shop, shopper } = this.payments;
    return shop.call('POST', path, { token: shopper.token, ...(body && { body }) });
  }

  withdraw(orderId: string, body: object = {}): Promise<ApiResponse> {
    return this.asShopper(`/orders/${orderId}/withdrawal`, body);
  }

  request(orderId: string, body: object = {}): Promise<ApiResponse> {
    const defective = { lines: this.laptops(1), reason: 'defective', wants: 'refund', note: '' };
    return this.asShopper(`/orders/${orderId}/returns`, { ...defective, ...body });
  }

  /** Withdraws with the form that everybody can use. */
  state(body: object): Promise<ApiResponse> {
    return this.payments.shop.call('POST', '/withdrawal', { body });
  }

  /** The order as its shopper sees it. */
  async order(orderId: string): Promise<Order> {
    const { shop, shopper } = this.payments;
    return (await shop.call('GET', `/orders/${orderId}`, { token: shopper.token })).body.order;
  }

  async latest(orderId: string): Promise<Order> {
    return (await this.order(orderId)).returns.at(-1);
  }

  /** A return of one laptop that has arrived. @param request what the shopper says */
  async receive(orderId: string, request: object = {}, condition = 'asNew'): Promise<string> {
    await this.request(orderId, request);
    const { _id, lines, state } = await this.latest(orderId);
    if (state === 'requested') await this.asAdmin(`return/${_id}/approve`, {});
    await this.asAdmin(`return/${_id}/receive`, { lines: lines.map((line: object) => ({ ...line, condition })) });
    return _id;
  }

  async refundsOf(intentId: string): Promise<number[]> {
    const { data } = await this.payments.shop.provider.refunds.list({ payment_intent: intentId });
    return data.map(({ amount }) => amount);
  }
}
