import { connect } from 'node:net';
import fc from 'fast-check';

/** Bytes on a connection of their own. */
export type RawStep = {
  bytes: Buffer;
  /** Whether two readers could disagree about where the request ends (request smuggling), so that it must be refused. */
  isAmbiguous: boolean;
};

/** A part of the bytes that only a reader who is tricked takes for a request of its own. */
const SMUGGLED = 'GET /api/v1/smuggled HTTP/1.1\r\nHost: shop\r\n\r\n';

const POST = 'POST /api/v1/user/logout HTTP/1.1\r\nHost: shop\r\n';

/** https://portswigger.net/web-security/request-smuggling and RFC 9112, 6.3 */
const ambiguous = [
  `${POST}Content-Length: ${SMUGGLED.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${SMUGGLED}\r\n0\r\n\r\n`,
  `${POST}Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  `${POST}Content-Length: 0, ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  `${POST}Content-Length: +0\r\n\r\n${SMUGGLED}`,
  `${POST}Content-Length: 0x0\r\n\r\n${SMUGGLED}`,
  `${POST}Content-Length: -1\r\n\r\n${SMUGGLED}`,
  `${POST}Content-Length: 99999999999999999999999\r\n\r\n${SMUGGLED}`,
  `${POST}Content-Length : 0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${SMUGGLED}`,
  `${POST}Transfer-Encoding: chunked\n\n0\n\n${SMUGGLED}`,
  `${POST}X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  `${POST}X: \u0000\r\n\r\n${SMUGGLED}`,
  `${POST} Content-Length: 0\r\n\r\n${SMUGGLED}`,
];

/** Mostly one of the usual values. */
function mostly(usual: string[], odd: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}

const methods = mostly(
  ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE'],
  ['TRACE', 'CONNECT', 'PRI', 'get', 'G E T', '', 'X'.repeat(9000)],
);
const targets = mostly(
  [
    '/',
    '/api/v1/products',
    '/api/v1/user/logout',
    '/api/v1/admin/user',
    '/health/ready',
    '/robots.txt',
    '/category/x',
    '/mcp',
  ],
  [
    ...[
      '*',
      '',
      '//',
      '/..',
      '/../../etc/passwd',
      '/%',
      '/\\',
      'http://evil.example/',
      'http://[',
      'shop:80',
      '?',
      '#',
    ],
    ...['/uploads/..%2f..%2fx', '/assets/%00', `/${'a'.repeat(20_000)}`, '/api/v1/products?\u00ff', '/uploads/%ff'],
  ],
);
const versions = mostly(['HTTP/1.1'], ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', '']);
const hosts = mostly(['Host: shop'], ['Host: a, b', 'Host:', 'Host: shop\r\nHost: other', 'X: y']);
const lines = mostly(
  [
    ...[
      'Connection: close',
      'Content-Length: 0',
      'Content-Type: application/json',
      'Authorization: Bearer x',
      'Cookie: a=b',
    ],
    ...['TE: trailers', 'X-Forwarded-For: 1.2.3.4', 'Proxy: evil', 'Content-Type: multipart/form-data; boundary=x'],
    ...['Accept-Encoding: br', 'If-None-Match: *', 'Range: bytes=0-'],
  ],
  [
    ...['Connection: upgrade', 'Upgrade: websocket', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__', 'Trailer: X'],
    ...['Expect: 100-continue', 'Expect: coffee', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    ...[
      'Transfer-Encoding: gzip, chunked',
      ': no name',
      'no colon',
      ' folded',
      '\tfolded',
      'X: \u0001',
      'X: \u00ff',
      '',
    ],
    `X: ${'y'.repeat(17_000)}`,
    Array.from({ length: 2100 }, (_, index) => `X-${index}: y`).join('\r\n'),
  ],
);
const chunks = ['5\r\nhello\r\n0\r\n\r\n', '5\r\nhel', '5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n', 'z\r\n'];
const bodies = mostly(
  [''],
  ['{}', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', '{"a"', '\u0000', SMUGGLED, ...chunks],
);
const newlines = fc.oneof(
  { weight: 8, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r') },
);

const message = fc
  .record({
    method: methods,
    target: targets,
    version: versions,
    host: hosts,
    others: fc.array(lines, { maxLength: 3 }),
    body: bodies,
    newline: newlines,
  })
  .map(({ method, target, version, host, others, body, newline }) =>
    [`${method} ${target} ${version}`, host, ...others, '', body].join(newline),
  );

/** Splices bytes into a message. */
const edit = fc.record({ at: fc.nat(), cut: fc.nat(8), bytes: fc.uint8Array({ maxLength: 4 }) });

const edited = fc.tuple(message, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([text, edits]) => {
  return edits.reduce(
    (bytes, { at, cut, bytes: inserted }) => {
      const place = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + cut)]);
    },
    Buffer.from(text, 'latin1'),
  );
});

/** Messages that are hardly HTTP (RFC 9112). */
export const rawSteps: fc.Arbitrary<RawStep> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(...ambiguous).map((text) => ({ bytes: Buffer.from(text, 'latin1'), isAmbiguous: true })),
  },
  { weight: 3, arbitrary: message.map((text) => ({ bytes: Buffer.from(text, 'latin1'), isAmbiguous: false })) },
  { weight: 3, arbitrary: edited.map((bytes) => ({ bytes, isAmbiguous: false })) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes: Buffer.from(bytes), isAmbiguous: false })),
  },
);

/** Milliseconds until a connection must have ended. */
const TIMEOUT = 6000;
/** Milliseconds to wait for more of an answer. The shop answers nothing once the other side has ended. */
const SILENCE = 50;

type RawAnswer = { text: string; time: number; hasEnded: boolean };

/** Sends bytes, reads until the shop is silent, and ends. @returns what it sent, and the milliseconds until it has ended, too */
export async function sendRaw(port: number, { bytes, isAmbiguous }: RawStep): Promise<RawAnswer> {
  const start = performance.now();
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const last = setTimeout(() => socket.destroy(), TIMEOUT);
  const silence = setTimeout(() => socket.end(), isAmbiguous ? TIMEOUT / 2 : SILENCE);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    clearTimeout(silence);
    setTimeout(() => socket.end(), SILENCE);
  });
  // The shop may close the connection while it still receives.
  socket.on('error', () => {});
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(silence);
  clearTimeout(last);
  const time = performance.now() - start;
  return { text: Buffer.concat(chunks).toString('latin1'), time, hasEnded: time < TIMEOUT };
}

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) .*$/gm;

/** What is wrong with the answers to raw bytes. */
export function problemsOfRaw({ isAmbiguous }: RawStep, { text, hasEnded }: RawAnswer): string[] {
  const statuses = [...text.matchAll(STATUS_LINE)].map(([, status]) => Number(status));
  return [
    ...(hasEnded ? [] : ['the connection stays open']),
    ...(text !== '' && statuses.length === 0 ? ['the answer is not HTTP'] : []),
    ...statuses.filter((status) => status >= 500).map((status) => `the status is ${status}`),
    ...(isAmbiguous && (statuses.length !== 1 || statuses[0] !== 400)
      ? [`an ambiguous request gets ${statuses.join(', ') || 'no answer'}`]
      : []),
  ];
}

/** A line for a shell that repeats it. */
export function asNetcat({ bytes }: RawStep): string {
  return `echo ${bytes.toString('base64')} | base64 -d | nc -w 2 "$SHOP_HOST" "$SHOP_PORT"`;
}
