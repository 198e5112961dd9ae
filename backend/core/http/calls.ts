import type { RouterMiddleware } from '@koa/router';
import type { AnyObjectSchema, InferType } from 'yup';
import type { ErrorCode } from '#contract/errors.ts';
import { type Scope, scopeOf } from '#contract/integration/scopes.ts';
import type { Responses } from '#contract/responses.ts';
import type { Capability } from '#contract/users/capabilities.ts';
import { m } from '#messages';
import { AppError } from '../errors.ts';
import type { QuotaName } from '../limits/quotas.ts';
import { readJson } from './bodies.ts';
import { isRead, permitStoring } from './caching.ts';
import {
  type Caller,
  idempotencyKey,
  requireCaller,
  requireCapability,
  requireJson,
  type ShopContext,
  type ShopState,
  validate,
} from './http.ts';
import type { Parameters } from './parameters.ts';

/** What a call of the API takes and gives. The router enforces `access`, `quota` and `body`; the tests check the rest. */
export type Call = {
  /** What it does, such as "Add a discount". */
  summary: string;
  /** Who may make it: everybody if absent, or all users, or those with a capability. Checked before and after the body. */
  access?: 'user' | Capability;
  /** What it requires of an API key, unless that follows from the capability; null if it is never for keys. See scopeOfCall. */
  scope?: Scope | null;
  /** Grants power or can't be undone: requires that the caller has authenticated within the last hour. */
  isDangerous?: true;
  /** The message for callers who are not logged in. */
  loginMessage?: () => string;
  /** How often it may be made. Checked before the body is read; in a call with a form, only if one is sent. */
  quota?: QuotaName;
  /** A JSON body. The route reads it from `ctx.state.input`, which validates it on first use. */
  body?: AnyObjectSchema;
  /** Its maximum bytes; JSON_BYTES_MAX by default. */
  bodyMax?: number;
  /** Without a body, `input` is null. */
  isBodyOptional?: true;
  /** A form, which the route reads itself. */
  form?: Form;
  /** What the bytes of a JSON body are that the route reads itself. */
  rawBody?: string;
  query?: Parameters;
  headers?: Parameters;
  /** Parameters of the path that are not ids. */
  path?: Parameters;
  response: keyof Responses | 'csv' | 'pdf';
  /** Members of the response that are sent once: a repeat with the same Idempotency-Key gets the others. */
  secrets?: readonly string[];
  /** Besides those that follow from the other members. */
  errors?: readonly ErrorCode[];
};

/** A multipart form. The JSON of its field can also be sent as a JSON body, without files. */
export type Form = {
  files: Record<string, { description: string; mediaType?: string; isRequired?: true; isList?: true }>;
  /** Other fields, which are optional. */
  fields?: Parameters;
  /** Other fields by their rules, each a part of its own. */
  values?: AnyObjectSchema;
  json?: { field: string; schema: AnyObjectSchema };
};

type InputOf<C extends Call> = C extends { body: infer Schema extends AnyObjectSchema }
  ? { input: C extends { isBodyOptional: true } ? InferType<Schema> | null : InferType<Schema> }
  : unknown;

type CallerOf<C extends Call> = C extends { access: string } ? { caller: Caller } : unknown;

type ResponseOf<C extends Call> = C extends { response: infer Name extends keyof Responses }
  ? Responses[Name]
  : unknown;

/** What a call requires besides a login; null if every user may make it. */
export function capabilityOf({ access }: Pick<Call, 'access'>): Capability | null {
  return access === undefined || access === 'user' ? null : access;
}

/**
 * What a call requires of an API key besides its author's capability; null if it is never for keys. Keys may make public
 * reads, too, as a visitor may.
 */
export function scopeOfCall(call: Pick<Call, 'access' | 'scope'>, method: string): Scope | null {
  if (call.scope !== undefined) return call.scope;
  const capability = capabilityOf(call);
  return capability && scopeOf(capability, method);
}

/**
 * Whether a call is done once for each Idempotency-Key of a caller, for 24 hours. Those that describe the header themselves keep
 * keys with what they store, for good.
 */
export function isDoneOnce(call: Pick<Call, 'access' | 'headers'>, method: string): boolean {
  return method === 'POST' && capabilityOf(call) !== null && !('Idempotency-Key' in (call.headers ?? {}));
}

type CallMiddleware<C extends Call> = RouterMiddleware<ShopState & InputOf<C> & CallerOf<C>, object, ResponseOf<C>>;

export type DescribedCall = Call & {
  /** Under which the API's description lists it. */
  group: string;
};

/** Every described call, by the middleware of its route. */
export const describedCalls = new Map<unknown, DescribedCall>();

/**
 * Describes the calls of a module. Each route takes the middleware of its call, which checks access, reads the body, and
 * types `ctx.body` as the response and `ctx.state.caller` as a user with access. The API's description is generated from
 * these descriptions.
 */
export function describeCalls<const Calls extends Record<string, Call>>(group: string, calls: Calls) {
  const entries = Object.entries(calls).map(([name, call]) => {
    const middleware = receive(call);
    describedCalls.set(middleware, { ...call, group });
    return [name, middleware];
  });
  return Object.fromEntries(entries) as { [Name in keyof Calls]: CallMiddleware<Calls[Name]> };
}

/** @throws AppError unauthenticated, forbidden, secondFactorRequired, reauthenticationRequired, tooMany, malformed, tooLarge, unsupportedType, invalid */
function receive(call: Call) {
  const { access, isDangerous, loginMessage, quota, form, body: schema, bodyMax, isBodyOptional, secrets = [] } = call;
  const middleware: RouterMiddleware<ShopState & { input?: unknown }> = async (ctx, next) => {
    const checkAccess = () => {
      if (access === undefined && isRead(ctx) && ctx.state.caller?.key) ctx.state.caller = null;
      if (access === 'user') requireCaller(ctx, loginMessage?.());
      else if (access !== undefined) requireCapability(ctx, access);
      requireAssurance(ctx.state.caller, capabilityOf(call) !== null, isDangerous);
      requireScope(ctx.state.caller, scopeOfCall(call, ctx.method));
    };
    checkAccess();
    if (access === undefined) permitStoring(ctx);
    const { confirmAccess: identifyAgain } = ctx.state;
    ctx.state.confirmAccess = async () => {
      await identifyAgain();
      checkAccess();
    };
    if (quota !== undefined && (form === undefined || ctx.is('multipart'))) {
      await ctx.state.quotas.take(quota, { userId: ctx.state.caller?.userId ?? null, address: ctx.ip });
    }
    const work = async () => {
      if (schema !== undefined) await readInput(ctx, schema, { bytes: bodyMax, isOptional: isBodyOptional });
      await next();
    };
    const key = isDoneOnce(call, ctx.method) ? idempotencyKey(ctx) : null;
    if (key === null) return work();
    const { caller, confirmAccess } = ctx.state;
    const identity = [caller?.key?.id ?? caller?.userId ?? '', ctx.method, ctx.path, key];
    const first = await ctx.state.keyedCalls.once({ request: ctx.req, identity, confirmAccess }, async () => {
      await work();
      return JSON.stringify(ctx.body, (name, value) => (secrets.includes(name) ? undefined : value));
    });
    if (first === null) return;
    ctx.type = 'json';
    ctx.body = first;
  };
  return middleware;
}

/** Lets the route read a JSON body from `ctx.state.input`. */
async function readInput(
  ctx: ShopContext & { state: { input?: unknown } },
  schema: AnyObjectSchema,
  { bytes, isOptional }: { bytes: number | undefined; isOptional: true | undefined },
): Promise<void> {
  requireJson(ctx);
  const body = await readJson(ctx.req, { bytes });
  await ctx.state.confirmAccess();
  let input: unknown;
  // Validated on first use, so that a route can respond to a malformed id before.
  Object.defineProperty(ctx.state, 'input', {
    get: () => {
      input ??= body === undefined && isOptional ? null : validate(schema, body);
      return input;
    },
  });
}

/**
 * Checks how sure the shop is of a caller's identity.
 * @param isForStaff staff, of whom the shop may require a second factor
 * @throws AppError secondFactorRequired, reauthenticationRequired
 */
function requireAssurance(caller: Caller | null, isForStaff: boolean, isDangerous = false): void {
  if (isForStaff && caller?.lacksSecondFactor) {
    throw new AppError('secondFactorRequired', m.api.setUpTwoStep());
  }
  if (isDangerous && caller?.isRecent === false) {
    throw new AppError('reauthenticationRequired', m.api.confirmItsYou());
  }
}

/** @throws AppError forbidden for an API key without the scope */
function requireScope(caller: Caller | null, scope: Scope | null): void {
  if (!caller?.key) return;
  if (scope === null) throw new AppError('forbidden', m.api.notForKeys());
  if (!caller.key.scopes.includes(scope)) throw new AppError('forbidden', m.api.keyLacksScope({ scope }));
}
