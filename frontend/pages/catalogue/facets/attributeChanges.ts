import type { AttributeFilter } from '#contract/listing/listing-address.ts';

const anyValue = { values: [], min: null, max: null };

/** A filter's condition on an attribute. */
export function attributeFilter(attributes: readonly AttributeFilter[], code: string): AttributeFilter {
  return attributes.find((attribute) => attribute.code === code) ?? { code, ...anyValue };
}

/** A filter's attributes after a change of one of them. */
export function changedAttributes(
  attributes: readonly AttributeFilter[],
  code: string,
  change: Partial<Omit<AttributeFilter, 'code'>>,
): AttributeFilter[] {
  const changed = { ...attributeFilter(attributes, code), ...change };
  return [...attributes.filter((attribute) => attribute.code !== code), changed]
    .filter(({ values, min, max }) => values.length > 0 || min !== null || max !== null)
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

/** Adds or removes a value of an attribute. */
export function toggledValue(attributes: readonly AttributeFilter[], code: string, value: string): AttributeFilter[] {
  const { values } = attributeFilter(attributes, code);
  const toggled = values.includes(value) ? values.filter((other) => other !== value) : [...values, value].sort();
  return changedAttributes(attributes, code, { values: toggled });
}
