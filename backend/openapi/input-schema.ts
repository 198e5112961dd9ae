import { ArraySchema, isSchema, type Lazy, ObjectSchema, type Schema, type SchemaDescription } from 'yup';
import type { JsonSchema } from '../core/http/parameters.ts';
import { isLazy } from '../core/http/validation.ts';

/** The limits of a yup schema as JSON Schema. */
const limits: Record<string, Partial<Record<string, (params: Record<string, unknown>) => JsonSchema>>> = {
  string: {
    min: ({ min }) => ({ minLength: min }),
    max: ({ max }) => ({ maxLength: max }),
    matches: ({ regex }) => ({ pattern: (regex as RegExp).source }),
  },
  number: {
    min: ({ min, more }) => (more === undefined ? { minimum: min } : { exclusiveMinimum: more }),
    max: ({ max }) => ({ maximum: max }),
    integer: () => ({ type: 'integer' }),
  },
  array: { min: ({ min }) => ({ minItems: min }), max: ({ max }) => ({ maxItems: max }) },
};

/**
 * The JSON Schema of what a yup schema accepts. It may accept more than the yup schema: rules between fields and rules in code
 * show only as far as `meta` describes them, and text is measured before it is trimmed.
 */
export function inputSchema(given: Schema | Lazy<unknown>): JsonSchema {
  // A lazy schema is one that `ifGiven` makes optional.
  const schema = isLazy(given) ? (given.resolve({ value: null }) as Schema) : given;
  const described = schema.describe() as SchemaDescription;
  const { nullable, oneOf, meta } = described;
  // See `emptied`.
  const { canBeBlank = false, ...others } = (meta ?? {}) as JsonSchema;
  const own: Record<string, unknown> = {
    ...(described.type !== 'mixed' && { type: described.type }),
    ...others,
    ...limitsOf(described),
    ...(oneOf.length > 0 && { enum: nullable ? [...new Set([...oneOf, null])] : oneOf }),
    ...(schema instanceof ArraySchema && schema.innerType && { items: inputSchema(schema.innerType as Schema) }),
    ...(schema instanceof ObjectSchema && objectSchema(schema)),
  };
  const all = nullable && typeof own.type === 'string' ? { ...own, type: [own.type, 'null'] } : own;
  return canBeBlank ? { anyOf: [all, { const: '' }] } : all;
}

function objectSchema({ fields }: ObjectSchema<object>): JsonSchema {
  const entries = Object.entries(fields).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
  const required = entries.filter(([, field]) => !isLazy(field) && !field.describe().optional).map(([name]) => name);
  return {
    properties: Object.fromEntries(entries.map(([name, field]) => [name, inputSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

function limitsOf({ type, tests }: SchemaDescription): JsonSchema {
  const known = limits[type] ?? {};
  return Object.assign({}, ...tests.map(({ name = '', params = {} }) => known[name]?.(params)));
}
