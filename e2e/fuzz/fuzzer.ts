import { problemsOf } from '../../testing/shop/described-api.ts';
import type { CallStep } from './call-step.ts';
import { Callers } from './callers.ts';
import { Known } from './known.ts';
import { nameOf, type Operation, type Role } from './operations.ts';
import { asNetcat, problemsOfRaw, type RawStep, sendRaw } from './raw.ts';
import { type Answer, asCurl, type Request, Sender, writeRequest } from './requests.ts';
import type { FuzzedShop } from './shop.ts';
import { Surprise } from './surprise.ts';
import { Writes } from './writes.ts';

export const RAW = 'raw bytes';

const RANKS: Record<Exclude<Role, 'key'>, number> = { stranger: 0, visitor: 0, user: 1, admin: 2 };

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Sends requests to a shop one after the other, and checks each answer. */
export class Fuzzer {
  readonly known: Known;
  readonly callers: Callers;
  readonly writes: Writes;
  /** How often each subject got each status. */
  readonly statuses = new Map<string, Map<number, number>>();
  /** Calls that the router has passed on to their routes. */
  readonly reached = new Set<string>();
  sent = 0;
  slowest = 0;
  private readonly shop: FuzzedShop;
  private readonly timeMax: number;
  private readonly sender: Sender;

  private constructor(shop: FuzzedShop, writes: Writes, timeMax: number) {
    this.shop = shop;
    this.timeMax = timeMax;
    this.writes = writes;
    this.known = new Known();
    this.known.hide(shop.root.email);
    this.callers = new Callers(shop, this.known);
    this.sender = new Sender(shop.url);
  }

  /** @param timeMax milliseconds for any answer */
  static async start(shop: FuzzedShop, timeMax: number): Promise<Fuzzer> {
    return new Fuzzer(shop, await Writes.watch(shop.databaseUrl, shop.apiName), timeMax);
  }

  /** @throws Surprise */
  async call(step: CallStep): Promise<void> {
    const { operation, role } = step;
    const subject = nameOf(operation);
    const request = writeRequest(step, this.known, this.shop.webhookSecret);
    const token = await this.callers.token(role);
    await this.writes.read();
    const answer = await this.sender.send(request, token).catch((error: unknown) => {
      throw new Surprise(subject, [`there is no answer: ${error}`], asCurl(request));
    });
    this.count(subject, answer.status, answer.time);
    if (answer.status !== 405 && answer.body.message !== "This address doesn't exist") this.reached.add(subject);
    const problems = [
      ...(await problemsOf({
        method: request.method,
        path: describedPath(request.path),
        body: jsonOf(step, request),
        response: answer,
      })),
      ...problemsOfAnswer(step, request, answer),
      ...(answer.time > this.timeMax ? ['it took too long'] : []),
      ...problemsOfWrites(step, answer, await this.writes.read()),
    ];
    this.learn(step, request, answer);
    if (problems.length > 0) throw new Surprise(subject, problems, asCurl(request));
  }

  /** @throws Surprise */
  async raw(step: RawStep): Promise<void> {
    await this.writes.read();
    const answer = await sendRaw(Number(new URL(this.shop.url).port), step);
    const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(answer.text) ?? [];
    this.count(RAW, Number(status), answer.time);
    this.reached.add(RAW);
    const written = await this.writes.read();
    const problems = [
      ...problemsOfRaw(step, answer),
      ...(written.length > 0 ? [`it wrote to ${written.join(', ')}`] : []),
    ];
    if (problems.length > 0) throw new Surprise(RAW, problems, asNetcat(step));
  }

  async close(): Promise<void> {
    await this.sender.close();
    await this.writes.close();
  }

  private count(subject: string, status: number, time: number): void {
    this.sent += 1;
    this.slowest = Math.max(this.slowest, time);
    const statuses = this.statuses.get(subject) ?? new Map<number, number>();
    this.statuses.set(subject, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  private learn({ operation, role, headers }: CallStep, { path }: Request, { status, body }: Answer): void {
    if (status === 200) this.known.learn(body, operation.path.split('/').at(-1));
    if (status === 200 && operation.method === 'DELETE') {
      for (const segment of path.split(/[/?]/)) this.known.forget(segment);
    }
    const hasToken = (role === 'key' || RANKS[role] > 0) && !('Authorization' in headers);
    const isOver = status === 401 || status === 429 || (status === 403 && role === operation.access);
    const endsSessions = /^\/user($|\/logout|\/changePassword)/.test(operation.path) && status === 200;
    if (hasToken && (isOver || endsSessions)) this.callers.replace(role);
    if (operation.path.startsWith('/user/resetPassword') && status === 200) this.callers.replace('user');
  }
}

/** With ids, other parameters are ignored, whatever they are. */
function describedPath(path: string): string {
  return path.startsWith('/products?') && /[?&]ids=/.test(path) ? '/products' : path;
}

/** The JSON of a body that says that it is JSON. */
function jsonOf({ body, headers }: CallStep, request: Request): unknown {
  if (body.kind !== 'json' || body.encoding !== 'identity' || 'Content-Type' in headers) return undefined;
  const text = request.body?.toString('utf8') ?? '';
  // The check reads it by recursion.
  return text.includes('[[[[') || text.includes('{"a":{"a":') ? undefined : JSON.parse(text);
}

function problemsOfAnswer(
  { operation, role, headers: given }: CallStep,
  { method }: Request,
  answer: Answer,
): string[] {
  const { status, headers, body } = answer;
  const isAllowed = 'Authorization' in given ? operation.access === 'visitor' : mayCall(role, operation);
  const retryAfter = Number(headers.get('Retry-After'));
  const requestId = headers.get('X-Request-Id') ?? '';
  return [
    ...(status >= 500 ? [`the status is ${status}: ${JSON.stringify(body)}`] : []),
    ...(status < 400 && !isAllowed ? [`${method} succeeds for a ${role}`] : []),
    ...(status === 429 && !(retryAfter >= 1) ? ['Retry-After is missing'] : []),
    ...(REQUEST_ID.test(requestId) ? [] : ['X-Request-Id is missing']),
    ...(status >= 400 && body.requestId !== requestId ? ['the error has another request id'] : []),
  ];
}

function mayCall(role: Role, { access, isForKeys }: Operation): boolean {
  return role === 'key' ? isForKeys : RANKS[role] >= RANKS[access];
}

/** What a call may write even if it fails. */
const excused: { calls: RegExp; tables: string[] }[] = [
  {
    // These first record what the payment provider says about an order.
    calls:
      /^POST \/(admin\/(order\/\{id\}\/(refund|check)|return\/\{id\}\/refund)|orders\/\{id\}\/(cancel|payment)|payment\/return)$/,
    tables: ['shop_order', 'order_history', 'outbox_event'],
  },
  {
    // An order is removed again, with all that it has taken, if the provider rejects its payment.
    calls: /^POST \/payment$/,
    tables: ['shop_order', 'order_line', 'order_history', 'outbox_event', 'product', 'discount'],
  },
  {
    // A document is stored before anybody is told of it, and drawn once; older orders get theirs when it is asked for.
    calls: /^GET \/(orders\/\{id\}\/(documents(\/\{documentId\})?|invoice)|admin\/report\/documents\.csv)$/,
    tables: ['document', 'document_series', 'document_tax'],
  },
];

/** Only a call that succeeds may change something, unless it reads. */
function problemsOfWrites({ operation, role }: CallStep, { status }: Answer, written: string[]): string[] {
  const { method } = operation;
  if (status === 200 && method !== 'GET') return [];
  const tables = excused.find(({ calls }) => calls.test(nameOf(operation)))?.tables ?? [];
  // When a key was used is noted.
  const allowed = role === 'key' ? [...tables, 'api_key'] : tables;
  const wrong = written.filter((table) => !allowed.includes(table));
  return wrong.length === 0 ? [] : [`a ${method} with status ${status} wrote to ${wrong.join(', ')}`];
}
