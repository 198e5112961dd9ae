import { type Known, Later } from './known.ts';

/** JSON text that JSON.stringify can't write, such as 1e400 or lists too deep for it. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text.length > 40 ? `${this.text.slice(0, 40)}…` : this.text;
  }
}

/** Writes JSON, and reads what is known only now. */
export function writeJson(value: unknown, known: Known): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Later) return writeJson(value.read(known), known);
  if (Array.isArray(value)) return `[${value.map((member) => writeJson(member, known)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member, known)}`).join(',')}}`;
}

/** Writes a value as text, for a path or a query. */
export function writeText(value: unknown, known: Known): string {
  const read = value instanceof Later ? value.read(known) : value;
  return typeof read === 'string' ? read : writeJson(read, known);
}

const ESCAPED_MAX = 1500;

/** A text as a part of a URL. Dots are none, as they would shorten its path. */
export function escaped(text: string): string {
  const whole = encodeURIComponent(text.slice(0, ESCAPED_MAX).toWellFormed());
  return /^\.\.?$/.test(whole) ? 'x' : whole.slice(0, ESCAPED_MAX);
}

/** The path of every value inside a value. */
export function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null || value instanceof Later || value instanceof RawJson) return [path];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => placesIn(member, [...path, name]))];
}

/** A copy with another value at a path, or without it if that is undefined. */
export function replaceAt(value: unknown, [first, ...rest]: (string | number)[], replacement: unknown): unknown {
  if (first === undefined) return replacement;
  if (Array.isArray(value)) {
    const members = value.map((member, index) => (index === first ? replaceAt(member, rest, replacement) : member));
    return members.filter((member) => member !== undefined);
  }
  const members = Object.entries(value as object).map(([name, member]) => [
    name,
    name === first ? replaceAt(member, rest, replacement) : member,
  ]);
  return Object.fromEntries(members);
}
