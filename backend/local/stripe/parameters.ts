import type { Middleware } from 'koa';
import { parse } from 'qs';
import { JSON_BYTES_MAX, readBytes } from '../../core/bodies.ts';
import { missing, refusal } from './errors.ts';
import type { Metadata } from './objects.ts';
import type { Page } from './state.ts';

/** The parameters of a request, with brackets expanded. */
export type Parameters = Record<string, unknown>;

/** Expands brackets: `created[gte]=1` is a group, `expand[]=customer` a list. */
export function parseParameters(text: string): Parameters {
  return parse(text, { depth: 5 });
}

/** Reads a form-encoded body, as the provider's libraries send it. @throws AppError tooLarge, malformed */
export const formBody: Middleware = async (ctx, next) => {
  if (ctx.is('urlencoded')) {
    ctx.request.body = parseParameters((await readBytes(ctx.req, JSON_BYTES_MAX)).toString('utf8'));
  }
  await next();
};

/** The parameters of a parsed body, if any. */
export function parametersOf(body: unknown): Parameters {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** @throws StripeError for the first unknown parameter, so that a misspelled one does not go unnoticed */
export function requireKnown(parameters: Parameters, known: readonly string[]): void {
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw refusal(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}

/** Null if absent or empty, which mean the same to the provider. */
export function readText(parameters: Parameters, name: string): string | null {
  const value = parameters[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw refusal(`Invalid string: ${JSON.stringify(value)}`, { param: name });
  return value;
}

export function requireText(parameters: Parameters, name: string): string {
  const text = readText(parameters, name);
  if (text === null) throw missing(name);
  return text;
}

/** An integer from 1; null if absent. */
export function readCount(parameters: Parameters, name: string): number | null {
  const text = readText(parameters, name);
  if (text === null) return null;
  const details = { code: 'parameter_invalid_integer', param: name };
  if (!/^-?\d{1,15}$/.test(text)) throw refusal(`Invalid integer: ${text}`, details);
  if (Number(text) < 1) throw refusal('This value must be greater than or equal to 1.', details);
  return Number(text);
}

export function readBoolean(parameters: Parameters, name: string): boolean {
  const text = readText(parameters, name);
  if (text !== null && text !== 'true' && text !== 'false') {
    throw refusal(`Invalid boolean: ${text}`, { param: name });
  }
  return text === 'true';
}

/** The members of `name[…]`. */
export function readGroup(parameters: Parameters, name: string): Parameters | null {
  const value = parameters[name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw refusal(`Invalid ${name}: must be an object`, { param: name });
}

/** https://docs.stripe.com/api/metadata */
export function readMetadata(parameters: Parameters): Metadata {
  const entries = Object.entries(readGroup(parameters, 'metadata') ?? {});
  const metadata: Metadata = {};
  if (entries.length > 50) throw refusal('Metadata can have at most 50 keys.', { param: 'metadata' });
  for (const [key, value] of entries) {
    const param = `metadata[${key}]`;
    if (key.length > 40) {
      throw refusal(`Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length}.`, {
        param,
      });
    }
    if (typeof value !== 'string') throw refusal('Metadata values must be strings.', { param });
    if (value.length > 500) {
      throw refusal(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
        { param },
      );
    }
    if (value !== '') metadata[key] = value;
  }
  return metadata;
}

/** The fields to expand: https://docs.stripe.com/api/expanding_objects */
export function readExpansions(parameters: Parameters): string[] {
  const value = parameters.expand;
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) throw refusal('Invalid array', { param: 'expand' });
  return Object.values(value).map(String);
}

export const PAGE_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'expand'];

/** https://docs.stripe.com/api/pagination */
export function readPage(parameters: Parameters): Page {
  const limit = readCount(parameters, 'limit') ?? 10;
  if (limit > 100) {
    throw refusal('This value must be less than or equal to 100 (limit).', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const startingAfter = readText(parameters, 'starting_after');
  const endingBefore = readText(parameters, 'ending_before');
  if (startingAfter !== null && endingBefore !== null) {
    throw refusal('You cannot specify both `starting_after` and `ending_before`.');
  }
  return { limit, startingAfter, endingBefore };
}

/** Whether a time in seconds is within `created`, either one time or its `gt`, `gte`, `lt` and `lte`. */
export function readCreated(parameters: Parameters): (created: number) => boolean {
  if (typeof parameters.created === 'string') {
    const exactly = readCount(parameters, 'created');
    return (created) => created === exactly;
  }
  const range = readGroup(parameters, 'created') ?? {};
  requireKnown(range, ['gt', 'gte', 'lt', 'lte']);
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => readCount(range, name));
  return (created) =>
    created > (gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (gte ?? Number.NEGATIVE_INFINITY) &&
    created < (lt ?? Number.POSITIVE_INFINITY) &&
    created <= (lte ?? Number.POSITIVE_INFINITY);
}
