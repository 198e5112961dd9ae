import { ArraySchema, type Lazy, ObjectSchema, type ValidationError } from 'yup';

/**
 * Validates the fields of a schema and drops all others.
 * @throws ValidationError with an inner error per message
 */
export function readFields<T extends object>(schema: ObjectSchema<T>, given: object): T {
  return schema.validateSync(knownFields(schema, given), { abortEarly: false }) as T;
}

/** The first message for each field, by path. */
export function sentencesOf({ inner }: ValidationError): Map<string, string> {
  const sentences = new Map<string, string>();
  for (const { path, message } of inner) if (path && !sentences.has(path)) sentences.set(path, message);
  return sentences;
}

/** Whether a schema is one that `ifGiven` makes optional, or another that depends on its value. */
export function isLazy(schema: unknown): schema is Lazy<unknown> {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'lazy';
}

/** Drops unknown fields. yup looks fields up on the prototype too, and would fail on `constructor`. */
function knownFields(schema: unknown, given: unknown): unknown {
  if (isLazy(schema)) return knownFields(schema.resolve({ value: given }), given);
  if (schema instanceof ArraySchema && Array.isArray(given)) {
    return given.map((item) => knownFields(schema.innerType, item));
  }
  if (!(schema instanceof ObjectSchema) || typeof given !== 'object' || given === null || Array.isArray(given)) {
    return given;
  }
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(schema.fields, name));
  return Object.fromEntries(known.map(([name, value]) => [name, knownFields(schema.fields[name], value)]));
}

/** The fields that an edit gives. Absent ones keep their values. */
export function givenFields<Fields extends object>(
  edit: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as never;
}
