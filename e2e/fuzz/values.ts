import fc from 'fast-check';
import type { JsonSchema } from '../../backend/core/http/parameters.ts';
import { hostileValue } from './hostile.ts';
import { placesIn, replaceAt } from './json.ts';
import { kindOf, Later } from './known.ts';

/** The keywords of JSON Schema that the shop's descriptions use. */
type Keywords = {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  anyOf?: JsonSchema[];
};

/** What a value is for: the name of its field, and of what contains it. */
export type Purpose = { name: string; owner: string };

/** Numbers for picking: mostly 0, which is the newest. */
export const pick = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) });

const WORDS = [
  'Quiet',
  'laptop',
  'Novi Sad',
  'Žuta ćuprija',
  '日本',
  'O’Neill',
  '12 %',
  'a_b',
  '🎧',
  'No. 5',
  '"quoted"',
];

/** Some words that no other text has. */
const words = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat(2 ** 31))
  .map(([word, number]) => `${word} ${number.toString(36)}`);

/** Values that a schema allows; other rules of the shop may still reject them. */
export function validValue(schema: JsonSchema, purpose: Purpose): fc.Arbitrary<unknown> {
  const { type, enum: choices, anyOf } = schema as Keywords;
  if (anyOf !== undefined) {
    const [first, ...others] = anyOf.map((each) => validValue(each, purpose));
    return fc.oneof({ weight: 4, arbitrary: first ?? fc.constant(null) }, ...others);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (!Array.isArray(type)) return validOfType(type, schema, purpose);
  const [first, ...others] = type.map((each) => validOfType(each, schema, purpose));
  return fc.oneof({ weight: 4, arbitrary: first ?? fc.constant(null) }, ...others);
}

function validOfType(type: string | undefined, schema: Keywords, purpose: Purpose): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return orKnown(validText(schema, purpose), schema, purpose);
    case 'integer':
    case 'number':
      return orKnown(validNumber({ ...schema, type }), schema, purpose);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return validList(schema, purpose);
    case 'object':
      return validObject(schema, purpose);
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom<unknown>(null, 'text', 1);
  }
}

/** Sometimes what a field of the same name had in an earlier answer. */
function orKnown(values: fc.Arbitrary<unknown>, { format }: Keywords, { name, owner }: Purpose): fc.Arbitrary<unknown> {
  if (format === 'uuid') return knownId(/^_?ids?$/.test(name) ? kindOf(owner) : kindOf(name));
  const known = fc
    .tuple(values, pick)
    .map(([value, index]) => new Later(`known ${name}`, (all) => all.value(name, index) ?? value));
  return fc.oneof({ weight: 3, arbitrary: values }, { weight: 1, arbitrary: known });
}

export function knownId(kind: string): fc.Arbitrary<unknown> {
  return pick.map((index) => new Later(`${kind} ${index}`, (known) => known.id(kind, index)));
}

function validText(
  { format, pattern, minLength = 0, maxLength = 100 }: Keywords,
  { name }: Purpose,
): fc.Arbitrary<string> {
  if (format === 'date') return fc.integer({ min: -1000, max: 400 }).map(dayFromToday);
  if (name === 'email') return fc.nat(2 ** 31).map((number) => `fuzz-${number.toString(36)}@example.com`);
  if (pattern !== undefined && pattern !== '\\S') {
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
  }
  const longest = fc.constant('x'.repeat(Math.min(maxLength, 20_000)));
  const usual = words.map((text) => text.padEnd(minLength, '.').slice(0, maxLength));
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: longest });
}

function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const LARGEST = 1_000_000_000;

/** Mostly small, and with at most two decimals. */
function validNumber({ type, minimum, exclusiveMinimum, maximum = LARGEST }: Keywords): fc.Arbitrary<number> {
  const scale = type === 'integer' ? 1 : 100;
  const low = Math.round((minimum ?? exclusiveMinimum ?? 0) * scale) + (exclusiveMinimum === undefined ? 0 : 1);
  const high = Math.round(Math.min(maximum, LARGEST) * scale);
  const small = fc.integer({ min: low, max: Math.min(high, low + 100 * scale) });
  const any = fc.integer({ min: low, max: high });
  return fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: any }).map((units) => units / scale);
}

function validList({ items = {}, minItems = 0, maxItems = 5 }: Keywords, { name }: Purpose): fc.Arbitrary<unknown[]> {
  const member = validValue(items, { name, owner: name });
  return fc.array(member, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) });
}

/** Required members, and any of the others. */
function validObject(schema: Keywords, { name, owner }: Purpose): fc.Arbitrary<Record<string, unknown>> {
  const { properties, required = [], additionalProperties, minProperties = 0, maxProperties = 3 } = schema;
  if (properties === undefined) {
    const value = validValue(additionalProperties ?? {}, { name, owner });
    return fc.dictionary(words, value, { minKeys: minProperties, maxKeys: maxProperties });
  }
  const inside = name === '' ? owner : name;
  const members = Object.entries(properties).map(([field, member]): [string, fc.Arbitrary<unknown>] => [
    field,
    validValue(member, { name: field, owner: inside }),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

/** A value that is right but for one place: another value, or none. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const wrong = fc.oneof({ weight: 5, arbitrary: hostileValue }, { weight: 1, arbitrary: fc.constant(undefined) });
  return fc.tuple(values, fc.nat(), wrong).map(([value, index, replacement]) => {
    const places = placesIn(value).slice(1);
    const place = places[index % places.length];
    return place === undefined ? replacement : replaceAt(value, place, replacement);
  });
}

/** An object with the names of a schema's members, each with a value that it hardly takes. */
export function hostileFields({ properties = {} }: Keywords): fc.Arbitrary<unknown> {
  const members = Object.keys(properties).map((name): [string, fc.Arbitrary<unknown>] => [name, hostileValue]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}
