import type { ParsedUrlQuery } from 'node:querystring';
import { isDay, isId } from '#contract/values/text.ts';
import { m } from '#messages';
import { invalid } from '../errors.ts';

/** Holds the parsed query of a URL, as a request does. */
export type WithQuery = { query: ParsedUrlQuery };

/** Reads the parameters of a query string, and collects a message for each wrong one. */
export type QueryString = {
  /** The parameter's value; undefined if it is absent. */
  text(name: string): string | undefined;
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** A whole number from 1 to `max`. */
  count(name: string, max: number): number | undefined;
  /** A number in decimal notation, 0 or more. */
  amount(name: string): number | undefined;
  /** A day, such as 2026-12-24. */
  day(name: string): string | undefined;
  reject(name: string, message: string): void;
  /** @throws AppError invalid if any parameter was wrong */
  finish(): void;
};

/** @param strict whether empty and repeated parameters are wrong; otherwise they count as absent, and the first counts */
export function queryString(ctx: WithQuery, { strict = false } = {}): QueryString {
  const problems: Record<string, string> = {};

  function text(name: string): string | undefined {
    const given = ctx.query[name];
    if (strict && Array.isArray(given)) problems[name] = m.api.givenOnce({ name });
    const value = Array.isArray(given) ? given[0] : given;
    return value === '' && !strict ? undefined : value;
  }

  /** The parameter as `read` understands it. */
  function value<T>(name: string, read: (text: string) => T | undefined, refusal: () => string): T | undefined {
    const given = text(name);
    if (given === undefined) return undefined;
    const result = read(given);
    if (result === undefined) problems[name] ??= refusal();
    return result;
  }

  return {
    text,
    choice: (name, choices) =>
      value(
        name,
        (given) => choices.find((known) => known === given),
        () => m.api.oneOf({ name, choices: choices.join(', ') }),
      ),
    count: (name, max) =>
      value(
        name,
        (given) => wholeNumber(given, max),
        () => m.api.wholeNumber({ name, max: String(max) }),
      ),
    amount: (name) => value(name, decimal, () => m.api.positiveNumber({ name })),
    day: (name) => value(name, realDay, () => m.api.day({ name })),
    reject(name, message) {
      problems[name] = message;
    },
    finish() {
      if (Object.keys(problems).length > 0) throw invalid(problems);
    },
  };
}

/** The parameter that names a `kind`, such as productId. @throws AppError invalid */
export function readId({ query }: WithQuery, kind: 'product' | 'category'): string {
  const name = `${kind}Id`;
  const id = query[name];
  if (!isId(id)) throw invalid({ [name]: m.api.mustBeId({ name, kind }) });
  return id.toLowerCase();
}

function wholeNumber(text: string, max: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 1 && number <= max ? number : undefined;
}

function decimal(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function realDay(text: string): string | undefined {
  // Years that PostgreSQL and JavaScript write alike, also a day later.
  return /^[12]/.test(text) && isDay(text) ? text : undefined;
}
