import type { AttributeValue } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { invalid } from '../../core/errors.ts';
import type { AttributeEntry } from '../catalogue/changes/catalogue-changes.queries.ts';

/** The parameters of a call that begin with `attribute.`, by the rest of their name. */
export type AttributeParameters = ReadonlyMap<string, readonly string[]>;

export type AttributeFilter = {
  attributeId: string;
  /** Alternatives; null for any value. */
  values: AttributeValue[] | null;
  /** Inclusive; for numbers. */
  min: number;
  max: number;
};

/**
 * The filters that parameters set on a category's filterable attributes. Parameters of others are ignored.
 * @throws AppError invalid for a value of the wrong type
 */
export function readAttributeFilters(
  attributes: readonly AttributeEntry[],
  parameters: AttributeParameters,
): AttributeFilter[] {
  const problems: Record<string, string> = {};
  const filters = attributes.flatMap((attribute) => {
    if (!attribute.isFilterable) return [];
    const { id, code, type } = attribute;

    function read<T>({ parse, refusal }: Reader<T>, parameter: string): T[] | null {
      const given = parameters.get(parameter);
      const name = `attribute.${parameter}`;
      if (given === undefined) return null;
      return given.flatMap((text) => {
        const value = parse(text);
        if (value === undefined) problems[name] = refusal({ name });
        return value ?? [];
      });
    }

    function readLimit(parameter: string): number | undefined {
      const limits = type === 'number' ? read(types.number, parameter) : null;
      if (limits !== null && limits.length > 1) {
        const name = `attribute.${parameter}`;
        problems[name] ??= m.api.givenOnce({ name });
      }
      return limits?.[0];
    }

    const values = read<AttributeValue>(types[type], code);
    const min = readLimit(`${code}.min`);
    const max = readLimit(`${code}.max`);
    if (values === null && min === undefined && max === undefined) return [];
    return [{ attributeId: id, values, min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY }];
  });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return filters;
}

/** How to read a value, and the message for a wrong one. */
type Reader<T> = { parse: (text: string) => T | undefined; refusal: (values: { name: string }) => string };

const types = {
  text: { parse: (text: string) => text, refusal: m.api.text },
  number: { parse: number, refusal: m.api.number },
  boolean: { parse: boolean, refusal: m.api.flag },
};

function number(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function boolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
