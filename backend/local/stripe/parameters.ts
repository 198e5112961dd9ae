import type { Context } from 'koa';
import { parse } from 'qs';
import { JSON_BYTES_MAX, readBytes } from '../../core/http/bodies.ts';
import { invalidRequest, missing } from './errors.ts';
import type { Metadata } from './objects.ts';
import type { Page } from './state.ts';

/** A request's parameters; `a[b]` is a nested object. */
export type Parameters = Record<string, unknown>;

/** Unfolds brackets: `created[gte]=1` is a group, `expand[]=customer` a list. */
export function parseParameters(text: string): Parameters {
  return parse(text, { depth: 5 });
}

/** Parses a urlencoded body, which forms and the provider's libraries send. @throws AppError tooLarge, malformed */
export async function readForm(ctx: Context): Promise<Parameters> {
  return ctx.is('urlencoded') ? parseParameters((await readBytes(ctx.req, JSON_BYTES_MAX)).toString('utf8')) : {};
}

/** @throws StripeError for an unknown parameter, so that a typo isn't ignored silently */
export function requireKnown(parameters: Parameters, known: readonly string[]): void {
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
}

/** Null if missing or empty. */
export function readText(parameters: Parameters, name: string): string | null {
  const value = parameters[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: name });
  return value;
}

export function requireText(parameters: Parameters, name: string): string {
  const text = readText(parameters, name);
  if (text === null) throw missing(name);
  return text;
}

/** A positive integer; null if missing. */
export function readCount(parameters: Parameters, name: string): number | null {
  const text = readText(parameters, name);
  if (text === null) return null;
  const details = { code: 'parameter_invalid_integer', param: name };
  if (!/^-?\d{1,15}$/.test(text)) throw invalidRequest(`Invalid integer: ${text}`, details);
  if (Number(text) < 1) throw invalidRequest('This value must be greater than or equal to 1.', details);
  return Number(text);
}

export function readChoice(parameters: Parameters, name: string, choices: readonly string[]): string | null {
  const text = readText(parameters, name);
  if (text === null || choices.includes(text)) return text;
  throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name });
}

export function readBoolean(parameters: Parameters, name: string): boolean {
  const text = readText(parameters, name);
  if (text !== null && text !== 'true' && text !== 'false') {
    throw invalidRequest(`Invalid boolean: ${text}`, { param: name });
  }
  return text === 'true';
}

/** The contents of `name[…]`; null if missing. */
export function readGroup(parameters: Parameters, name: string): Parameters | null {
  const value = parameters[name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidRequest(`Invalid ${name}: must be an object`, { param: name });
}

/** https://docs.stripe.com/api/metadata */
export function readMetadata(parameters: Parameters): Metadata {
  const metadata: Metadata = {};
  for (const [key, value] of Object.entries(readGroup(parameters, 'metadata') ?? {})) {
    const isValid = typeof value === 'string' && value.length <= 500 && key.length <= 40;
    if (!isValid)
      throw invalidRequest('Metadata takes keys of up to 40 characters and values of up to 500.', { param: key });
    metadata[key] = value;
  }
  return metadata;
}

/** The fields to expand: https://docs.stripe.com/api/expanding_objects */
export function readExpansions(parameters: Parameters): string[] {
  const value = parameters.expand;
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) throw invalidRequest('Invalid array', { param: 'expand' });
  return Object.values(value).map(String);
}

/** https://docs.stripe.com/api/pagination */
export function readPage(parameters: Parameters): Page {
  const limit = readCount(parameters, 'limit') ?? 10;
  if (limit > 100) {
    throw invalidRequest('This value must be less than or equal to 100 (limit).', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  return { limit, startingAfter: readText(parameters, 'starting_after') };
}

/** The filter `created`: a time in seconds, or a range of `gt`, `gte`, `lt` and `lte`. */
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
