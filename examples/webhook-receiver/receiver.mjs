// Keeps orders.csv for the bookkeeping: a line for each order that is paid. It needs Node 24 and no packages.
//
//   WEBHOOK_SECRET=whsec_… node receiver.mjs
//
// docs/integrate.md explains it step by step.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '4000', FILE = 'orders.csv' } = process.env;

const SECRET_PREFIX = 'whsec_';
/** Seconds by which the two clocks may differ. An old request that somebody has recorded is refused. */
const TOLERANCE = 300;
/** Bytes of a request. */
const BODY_MAX = 5_000_000;

const columns = {
  webhookId: ({ id }) => id,
  paidAt: ({ timestamp }) => timestamp,
  order: ({ data }) => data.number,
  currency: ({ data }) => data.currency,
  amount: ({ data }) => data.amount.toFixed(2),
  vat: ({ data }) => data.tax.amount.toFixed(2),
  country: ({ data }) => data.country,
  customer: ({ data }) => data.billing?.company || data.delivery?.name || data.shopper?.username,
};

if (!WEBHOOK_SECRET.startsWith(SECRET_PREFIX)) {
  console.error('Set WEBHOOK_SECRET to the secret that the shop showed when you added the webhook.');
  process.exit(1);
}
const key = Buffer.from(WEBHOOK_SECRET.slice(SECRET_PREFIX.length), 'base64');

/** Whether the shop has signed these very bytes: https://www.standardwebhooks.com */
function isFromShop(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const secondsAway = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(secondsAway <= TOLERANCE)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // For a day after a rotation there are two: one by each secret.
  return signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A cell of a line. A text that spreadsheets would run as a formula gets an apostrophe. */
function cell(value) {
  const text = String(value ?? '').replaceAll(/\s+/g, ' ');
  const harmless = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The ids of the events that the file has. */
function openFile() {
  if (!existsSync(FILE)) appendFileSync(FILE, `${Object.keys(columns).join(',')}\n`);
  const text = readFileSync(FILE, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  // A crash may leave half a line. Its event was not confirmed, so the shop sends it again.
  if (whole !== text) truncateSync(FILE, Buffer.byteLength(whole));
  return new Set(whole.split('\n').map((line) => line.split(',', 1)[0]));
}

const written = openFile();

/** Adds a line once, however often the shop sends the event. It is on the disk when this returns. */
function write(event) {
  if (written.has(event.id)) return;
  const cells = Object.values(columns).map((read) => cell(read(event)));
  appendFileSync(FILE, `${cells.join(',')}\n`, { flush: true });
  written.add(event.id);
}

/** The bytes as they came: JSON that is parsed and written again has another signature. */
async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BODY_MAX) throw new Error('The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request) {
  const body = await readBody(request);
  if (!isFromShop(request.headers, body)) return 401;
  const event = { ...JSON.parse(body), id: request.headers['webhook-id'] };
  if (event.type === 'order.paid') write(event);
  console.log(`${event.timestamp} ${event.type} ${event.id}`);
  return 204;
}

const server = createServer(async (request, response) => {
  // Whatever isn't 2xx makes the shop try again later.
  const status = await receive(request).catch((error) => {
    console.error(error);
    return 500;
  });
  response.writeHead(status).end();
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`Waiting for events on http://127.0.0.1:${PORT}`));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit()));
