import { directions, PAGE_MAX, PAGE_SIZE_MAX, SEARCH_MAX } from '#contract/table.ts';

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of each parameter, by name. */
export type Parameters = Readonly<Record<string, JsonSchema>>;

/** A parameter with a few possible values. */
export function choice(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

/** A whole number from 1 to `maximum`. */
export function count(maximum: number): JsonSchema {
  return { type: 'integer', minimum: 1, maximum };
}

/** The id of something, such as a product. */
export const idParameter: JsonSchema = { type: 'string', format: 'uuid' };

export const dayParameter: JsonSchema = {
  type: 'string',
  format: 'date',
  description: "A day in the shop's time zone.",
};

/** The parameters that readTableQuery reads. */
export function tableParameters(columns: readonly string[]): Parameters {
  return {
    search: { type: 'string', maxLength: SEARCH_MAX, description: 'A part of what the table shows, in any case.' },
    sort: choice(columns),
    direction: choice(directions),
    page: count(PAGE_MAX),
    pageSize: count(PAGE_SIZE_MAX),
  };
}

/** Lets a caller repeat a request; see idempotencyKey. */
export const repeatable: Parameters = {
  'Idempotency-Key': {
    type: 'string',
    maxLength: 255,
    description: 'A key of your own: a request repeated with it is done once.',
  },
};
