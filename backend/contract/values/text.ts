import * as yup from 'yup';
import { m } from '#messages';

/** Words for people: as they are, or to be written in the current language. */
export type Words = string | (() => string);

export function write(words: Words): string {
  return typeof words === 'string' ? words : words();
}

/** Required text. Blank text counts as missing; other text stays as typed. */
export function requiredText(missing: Words) {
  return text()
    .required(missing)
    .test('present', missing, (value) => value.trim() !== '')
    .meta({ pattern: '\\S' });
}

/** Required text of at most `max` characters, called `name` in messages. Surrounding spaces are typos. */
export function requiredName(name: Words, max: number) {
  return requiredText(missing(name))
    .transform(trimmed)
    .max(...atMost(max, name));
}

/** The message for a missing value, called `name`. */
export function missing(name: Words): () => string {
  return () => m.fields.required({ name: write(name) });
}

/** The arguments of `max` for a text: its limit in characters, and the message for a longer one. */
export function atMost(max: number, name: Words): [max: number, message: () => string] {
  return [max, () => m.fields.tooLong({ name: write(name), max })];
}

/** Text that may be empty or absent. Refuses what PostgreSQL can't store: NUL and unpaired surrogates. */
export function text() {
  return asGiven(yup.string())
    .typeError(m.fields.mustBeText)
    .nonNullable(m.fields.mustBeText)
    .test('storable', m.fields.notStorable, (value) => typeof value !== 'string' || isStorable(value));
}

/** Whether PostgreSQL can store a text: not with NUL or unpaired surrogates. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

/** True or false; nothing else is converted. */
export function flag(wrong: Words) {
  return yup.boolean().strict().typeError(wrong).nonNullable(wrong);
}

/** An object of any members. */
export function record<T extends object>(wrong: Words) {
  const isRecord = (value: unknown): value is T => typeof value === 'object' && value !== null && !Array.isArray(value);
  return yup.mixed(isRecord).typeError(wrong).nonNullable(wrong).meta({ type: 'object' });
}

/** A list. @param wrong the message for anything else */
export function list<Member>(member: yup.Schema<Member>, wrong: Words) {
  return yup.array(member).typeError(wrong).nonNullable(wrong);
}

/** A list of objects with these fields. @param wrong the message for anything else */
export function rows<Fields extends yup.ObjectShape>(fields: Fields, wrong: Words) {
  return yup.array(yup.object(fields).typeError(wrong).required(wrong)).typeError(wrong).nonNullable(wrong);
}

/** Whether no value is in a list twice. The rules of a list run even if its members are wrong. */
export function isUnique(values: readonly unknown[] | undefined): boolean {
  return values === undefined || new Set(values).size === values.length;
}

/** Turns off yup's type conversion: 5 is not text, and '5' is not a number. */
export function asGiven<T extends yup.AnySchema>(schema: T): T {
  // In place, because yup's conversions refer to the original schema and not to its clones.
  return schema.withMutation((own: T) => own.clone({ coerce: false }));
}

/** Makes a field optional: if absent, it keeps its value; if present, the same rules apply. */
export function ifGiven<T>(schema: yup.Schema<T>) {
  return yup.lazy((value): yup.Schema<T | undefined> => (value === undefined ? yup.mixed<never>() : schema));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** A date with time and zone (ISO 8601), as UTC; null for none. */
export function instant(name: Words) {
  const wrong = () => m.fields.instant({ name: write(name) });
  return text()
    .transform((value: unknown) => (isInstant(value) ? new Date(value).toISOString() : value))
    .nullable()
    .test('instant', wrong, (value) => typeof value !== 'string' || isInstant(value))
    .meta({ pattern: INSTANT.source, description: 'ISO 8601 with time and zone.' })
    .optional();
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && INSTANT.test(value) && isDay(value.slice(0, 10)) && Date.parse(value) < LATEST;
}

/** PostgreSQL and JavaScript write later years differently. */
const LATEST = Date.UTC(10_000, 0);

/** Whether a text is a day of the calendar, YYYY-MM-DD. PostgreSQL knows no year 0. */
export function isDay(text: string): boolean {
  const start = /^\d{4}-\d\d-\d\d$/.test(text) && text >= '0001-01-02' ? Date.parse(text) : Number.NaN;
  // Date.parse takes February 30 for March 2.
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
}

/** For emails, usernames and category names: surrounding spaces are typos. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** For ids, which are compared as text. */
export function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Says in the description of the API that '' empties a field. */
export const EMPTIED = { canBeBlank: true } as const;

/** For optional fields, which '' empties as null does. */
export function emptied(value: unknown): unknown {
  return value === '' ? null : value;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value looks like an id of this shop (a UUID, RFC 9562), in any case. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** An id in a body, converted to lower case. */
export function id(wrong: Words) {
  return text()
    .transform(lowerCase)
    .required(wrong)
    .test('id', wrong, (value) => isId(value))
    .meta({ format: 'uuid' });
}
