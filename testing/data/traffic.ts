import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type Stripe from 'stripe';
import { ADMIN } from '../processes/processes.ts';
import { withClient } from '../servers/database.ts';
import { type ApiResponse, type Call, callsOf, type LoggedIn, logIn, registerAndLogIn } from '../shop/api.ts';
import { productForm } from './catalogue.ts';
import { drawing } from './pictures.ts';

const PRODUCTS = 300;
const PRICE = 10;
const READERS = 3;
/** Shoppers who rate, comment and pay. */
const SHOPPERS = 3;
/** Milliseconds between two requests of a reader, and between two writes of a shopper. */
const READING_TIME = 5;
const THINK_TIME = 40;
/** How long an upload takes, in milliseconds, and in how many parts it is sent. */
const UPLOAD = { milliseconds: 3000, parts: 30 };

/** The writes that the shop acknowledged. Nothing is sent twice. */
export type Acknowledged = { ratings: number; comments: number; orders: string[]; uploads: string[] };

export type Traffic = {
  acknowledged: Acknowledged;
  /** Responses other than 200, and requests without one. */
  failures: string[];
  /** The longest time to a response, uploads excepted, in milliseconds. */
  slowest(): number;
  requests(): number;
  /** Waits for the requests in flight. */
  stop(): Promise<void>;
};

type Options = { url: string; databaseUrl: string; provider: Stripe };

/** Fills a shop and keeps it busy: with readers, shoppers who rate, comment and pay, and an admin who uploads slowly. */
export async function openTraffic({ url, databaseUrl, provider }: Options): Promise<Traffic> {
  const productIds = await fillShop(databaseUrl);
  const acknowledged: Acknowledged = { ratings: 0, comments: 0, orders: [], uploads: [] };
  const failures: string[] = [];
  let isOpen = true;
  let slowest = 0;
  let requests = 0;

  const send = callsOf(url);
  /** @returns the body of a response with 200, or else null */
  async function attempt(what: string, sending: Promise<Pick<ApiResponse, 'status' | 'body'>>) {
    requests += 1;
    try {
      const { status, body } = await sending;
      if (status === 200) return body;
      failures.push(`${what} returned ${status}: ${JSON.stringify(body)}`);
    } catch (error) {
      failures.push(`${what} got no response: ${error instanceof Error ? (error.cause ?? error) : error}`);
    }
    return null;
  }
  async function call(...[method, path, options]: Parameters<Call>) {
    const start = performance.now();
    const body = await attempt(`${method} ${path}`, send(method, path, options));
    slowest = Math.max(slowest, performance.now() - start);
    return body;
  }

  async function read(): Promise<void> {
    for (let turn = 0; isOpen; turn += 1) {
      const productId = productIds[turn % productIds.length];
      const paths = [
        '/products?page=1',
        `/products/single/${productId}`,
        `/comment/filter/${productId}`,
        '/categories',
      ];
      await call('GET', paths[turn % paths.length] ?? '');
      await pause(READING_TIME);
    }
  }

  async function pay(token: string, productId: string): Promise<void> {
    const body = { amount: PRICE, currency: 'EUR', items: [{ productId, count: 1 }] };
    const response = await call('POST', '/payment', { token, body });
    if (response === null) return;
    acknowledged.orders.push(response.orderId);
    await provider.paymentIntents.confirm(response.clientSecret.replace(/_secret_.*/, ''), {
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost/order',
    });
  }

  async function shop({ token }: LoggedIn): Promise<void> {
    for (const productId of productIds) {
      if (!isOpen) return;
      if (await call('PATCH', '/products/single', { token, body: { productId, productRate: 4 } })) {
        acknowledged.ratings += 1;
      }
      await pause(THINK_TIME);
      const comment = { author: '', content: 'Fine', productId, productTitle: '' };
      if (await call('POST', '/comment', { token, body: comment })) acknowledged.comments += 1;
      await pause(THINK_TIME);
      await pay(token, productId);
      await pause(THINK_TIME);
    }
  }

  async function upload({ token }: LoggedIn): Promise<void> {
    const categoryId = (await call('GET', '/categories')).categories[0]._id;
    while (isOpen) {
      const product = { title: crypto.randomUUID(), description: 'Fine', price: PRICE, categoryId };
      const form = new Response(productForm(product, await drawing().jpeg().toBuffer()));
      const response = await attempt('the upload', sendSlowly(`${url}/api/v1/admin/product`, token, form));
      if (response !== null) acknowledged.uploads.push(response.productId);
    }
  }

  const people: Promise<void>[] = [];
  for (let number = 0; number < SHOPPERS; number += 1) {
    people.push(shop(await registerAndLogIn(send, `shopper${number}`)));
  }
  people.push(upload(await logIn(send, ADMIN)));
  for (let number = 0; number < READERS; number += 1) people.push(read());
  const finished = Promise.all(people);
  // A failure is reported by `stop`.
  finished.catch(() => {});
  return {
    acknowledged,
    failures,
    slowest: () => slowest,
    requests: () => requests,
    async stop() {
      isOpen = false;
      await finished;
    },
  };
}

/** Any release's schema will do. @returns the products' ids */
async function fillShop(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (database) => {
    const categoryId = crypto.randomUUID();
    await database.query(`insert into category (id, name, slug) values ($1, 'Laptops', 'laptops')`, [categoryId]);
    const { rows } = await database.query<{ id: string }>(
      `insert into product (id, title, description, price_cents, category_id)
       select gen_random_uuid(), 'Laptop ' || number, 'Fine', $1, $2 from generate_series(1, $3) as number returning id`,
      [PRICE * 100, categoryId, PRODUCTS],
    );
    return rows.map(({ id }) => id);
  });
}

/** Sends a form in small parts, as a slow connection does. @returns the status and body of the response */
async function sendSlowly(url: string, token: string, form: Response) {
  const bytes = new Uint8Array(await form.arrayBuffer());
  const size = Math.ceil(bytes.length / UPLOAD.parts);
  const headers = { Authorization: token, 'Content-Type': form.headers.get('Content-Type') ?? '' };
  const sending = request(url, { method: 'POST', headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < bytes.length; sent += size) {
    sending.write(bytes.subarray(sent, sent + size));
    await Promise.race([answered, pause(UPLOAD.milliseconds / UPLOAD.parts)]);
  }
  sending.end();
  const [response] = await answered;
  return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) };
}
