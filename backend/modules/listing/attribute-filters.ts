import type { AttributeValue } from '#contract/catalogue.ts';
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

    function read<T>(parameter: string, parse: (text: string) => T | undefined, expected: string): T[] | null {
      const given = parameters.get(parameter);
      if (given === undefined) return null;
      return given.flatMap((text) => {
        const value = parse(text);
        if (value === undefined) problems[`attribute.${parameter}`] = `attribute.${parameter} must be ${expected}`;
        return value ?? [];
      });
    }

    function readLimit(parameter: string): number | undefined {
      const limits = type === 'number' ? read(parameter, number, 'a number') : null;
      if (limits !== null && limits.length > 1) {
        problems[`attribute.${parameter}`] ??= `attribute.${parameter} must be given once`;
      }
      return limits?.[0];
    }

    const { parse, expected } = types[type];
    const values = read<AttributeValue>(code, parse, expected);
    const min = readLimit(`${code}.min`);
    const max = readLimit(`${code}.max`);
    if (values === null && min === undefined && max === undefined) return [];
    return [{ attributeId: id, values, min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY }];
  });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return filters;
}

const types = {
  text: { parse: (text: string) => text, expected: 'text' },
  number: { parse: number, expected: 'a number' },
  boolean: { parse: boolean, expected: 'true or false' },
};

function number(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function boolean(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
