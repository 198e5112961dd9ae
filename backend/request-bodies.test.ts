import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestShop } from '../testing/shop/shop.ts';
import { waitFor } from '../testing/wait.ts';

// Looks at the files on the disk.
const shop = await startTestShop({ s3: null });
const { token: admin } = await shop.admin();
const { token: shopper } = await shop.newAccount();

const MULTIPART = 'Content-Type: multipart/form-data; boundary=edge';
const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = 'Transfer-Encoding: chunked';
const FILE_PART =
  '--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: image/png\r\n\r\n';

const kilobytes = (count: number) => 'x'.repeat(count * 1024);
const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const authorized = (token: string) => `Authorization: ${token}`;

function request(line: string, headers: string[], body = ''): string {
  const length = headers.includes(CHUNKED) ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${line} HTTP/1.1`, 'Host: localhost', ...length, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

async function connectToShop(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  await once(socket, 'connect');
  return { socket, received: () => text };
}

type Refusal = [what: string, status: number, request: string];

const refusals: Refusal[] = [
  [
    'chunked JSON over 100 kB',
    413,
    request('POST /api/v1/user/login', [JSON_TYPE, CHUNKED], chunked(JSON.stringify(kilobytes(300)))),
  ],
  ['JSON over 100 kB', 413, request('POST /api/v1/user/login', [JSON_TYPE], JSON.stringify(kilobytes(300)))],
  [
    '300 kB of invalid gzip',
    400,
    request('POST /api/v1/user/login', [JSON_TYPE, 'Content-Encoding: gzip'], kilobytes(300)),
  ],
  ['a type other than JSON', 415, request('POST /api/v1/user/login', ['Content-Type: text/plain'], kilobytes(300))],
  ['a webhook over 1 MB', 413, request('POST /api/v1/payment/webhook', [], kilobytes(1500))],
  ['a chunked webhook over 1 MB', 413, request('POST /api/v1/payment/webhook', [CHUNKED], chunked(kilobytes(1500)))],
  [
    'a chunked form over its limit',
    413,
    request(
      'POST /api/v1/admin/product',
      [MULTIPART, CHUNKED, authorized(admin)],
      chunked(FILE_PART + kilobytes(11_000)),
    ),
  ],
  [
    'a form with a Content-Length over its limit',
    413,
    request('POST /api/v1/admin/product', [MULTIPART, authorized(admin)], FILE_PART + kilobytes(11_000)),
  ],
  [
    'a form that ends too early',
    400,
    request('POST /api/v1/admin/product', [MULTIPART, authorized(admin)], FILE_PART + kilobytes(300)),
  ],
  ['a form without a login', 401, request('POST /api/v1/admin/product', [MULTIPART], FILE_PART + kilobytes(300))],
  [
    "a shopper's form for an admin route",
    403,
    request(
      'POST /api/v1/admin/product',
      [MULTIPART, CHUNKED, authorized(shopper)],
      chunked(FILE_PART + kilobytes(3000)),
    ),
  ],
  ['a body for an unknown address', 404, request('POST /api/v1/nothing', [JSON_TYPE], kilobytes(300))],
  [
    'a chunked body for an unsupported method',
    405,
    request('POST /api/v1/products', [CHUNKED], chunked(kilobytes(3000))),
  ],
];

test.each(refusals)('after %s, the connection serves the next request or closes as announced', async (...refusal) => {
  const [, status, refused] = refusal;
  const { socket, received } = await connectToShop();
  // The server may close the connection while the client still sends.
  socket.on('error', () => {});
  socket.write(refused);
  await waitFor('the refusal', () => received().includes('\r\n\r\n'));
  expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  if (/^connection: close/im.test(received())) {
    await waitFor('the connection to close', () => socket.closed);
  } else {
    socket.write(request('GET /api/v1/nothing', []));
    await waitFor('the next response', () => received().match(/HTTP\/1\.1 /g)?.length === 2);
  }
  socket.destroy();
});

test('announces that it closes the connection of an incomplete refused body, and closes it', async () => {
  const { socket, received } = await connectToShop();
  socket.write(`${request('POST /api/v1/user/login', [JSON_TYPE, CHUNKED])}20000\r\n${kilobytes(128)}\r\n`);
  await waitFor('the refusal', () => received().includes('"code":"tooLarge"'));
  expect(received()).toMatch(/^connection: close/im);
  await waitFor('the connection to close', () => socket.closed);
});

test('forms aborted in their first chunk leave no files, open or stored', async () => {
  const form = request('POST /api/v1/admin/product', [MULTIPART, authorized(admin)], FILE_PART + kilobytes(500));
  const before = await openFiles();
  const firstChunk = form.slice(0, form.indexOf(FILE_PART) + FILE_PART.length + 1000);
  for (let index = 0; index < 10; index += 1) {
    const { socket } = await connectToShop();
    socket.write(firstChunk, () => socket.destroy());
    await once(socket, 'close');
  }
  // The response to a complete form proves that the shop has handled the earlier ones.
  const whole = new FormData();
  whole.set('file', new Blob([kilobytes(100)]), 'x');
  expect((await shop.call('POST', '/admin/product', { token: admin, form: whole })).status).toBe(415);
  const temporaryFolder = join(shop.dataDir, 'temporary');
  await waitFor('the files to be gone', async () => (await readdir(temporaryFolder)).length === 0);
  expect(await openFiles()).toEqual(before);
});

/** The shop's files that this process holds open. */
async function openFiles(): Promise<string[]> {
  const data = join(shop.dataDir);
  const links = (await readdir('/proc/self/fd')).map((descriptor) => readlink(join('/proc/self/fd', descriptor)));
  const targets = await Promise.allSettled(links);
  return targets.flatMap((target) =>
    target.status === 'fulfilled' && target.value.startsWith(data) ? target.value : [],
  );
}
