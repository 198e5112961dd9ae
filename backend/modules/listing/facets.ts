import type { AttributeValue } from '#contract/catalogue/catalogue.ts';
import { type CountedFacet, FACET_NUMBERS_MAX, FACET_TEXTS_MAX } from '#contract/listing/listing.ts';
import type { AttributeEntry, CategoryEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Selection, Test, Tests } from './select.ts';

/** How many products have each value of an attribute, each family counting once. */
type Counts = Map<AttributeValue, number>;

/**
 * The values of a category's filterable attributes, under all filters but those of the same attribute. The count of a
 * value is the total that choosing it would give.
 */
export function countFacets(
  index: CatalogueIndex,
  category: CategoryEntry,
  tests: Tests,
  match: Selection['match'],
): CountedFacet[] {
  const attributes = category.attributes.filter(({ isFilterable }) => isFilterable);
  const { exact: titled } = tests;
  const contains: Test | null = titled === null ? null : (slot) => titled[slot] === 1;
  const exact = countValues(index, category.id, attributes, tests, contains);
  const present = (attribute: AttributeEntry, counts: Counts) =>
    presentFacet(attribute, counts, chosenValues(index, attribute, tests));
  if (match === 'exact') return attributes.map((attribute, place) => present(attribute, exact[place] as Counts));

  const ranks = tests.ranks();
  const similar = countValues(index, category.id, attributes, tests, (slot) => ranks[slot] !== 0);
  return attributes.map((attribute, place) => {
    // Another value may lead to exact matches, although the chosen ones don't.
    return present(attribute, new Map([...(similar[place] as Counts), ...(exact[place] as Counts)]));
  });
}

/** Whether a value of an attribute is chosen. */
function chosenValues({ rows, attributeNumber }: CatalogueIndex, { id }: AttributeEntry, tests: Tests) {
  const number = attributeNumber(id);
  const allowed = tests.attributes.find(({ attribute }) => attribute === number)?.allowed;
  return (value: AttributeValue) => allowed?.[rows.values.find(number, value) ?? 0] === 1;
}

/** @returns the counts of each attribute */
function countValues(
  index: CatalogueIndex,
  categoryId: string,
  attributes: readonly AttributeEntry[],
  tests: Tests,
  matches: Test | null,
): Counts[] {
  const { rows } = index;
  const { plain } = tests;
  const slots = index.byFamily(index.categoryNumber(categoryId));
  const columnOf = (attribute: number) =>
    index.remember(`column ${categoryId} ${attribute}`, () => slots.map((slot) => rows.values.token(slot, attribute)));
  const counts = new Int32Array(rows.values.tokenCount);
  /** The last family counted for each value: the members of a family follow one another. */
  const families = new Int32Array(rows.values.tokenCount);
  const facets = attributes.map(({ id }): Facet => {
    const attribute = index.attributeNumber(id);
    return { attribute, column: columnOf(attribute), tokens: [] };
  });
  const filters = tests.attributes.map(({ attribute, allowed }) => {
    return { allowed, facet: facets.find((facet) => facet.attribute === attribute) as Facet };
  });

  function count(place: number, family: number, { column, tokens }: Facet): void {
    const token = column[place] as number;
    if (token === 0 || (family !== 0 && families[token] === family)) return;
    families[token] = family;
    if (counts[token] === 0) tokens.push(token);
    counts[token] = (counts[token] as number) + 1;
  }

  for (let place = 0; place < slots.length; place += 1) {
    const slot = slots[place] as number;
    if ((plain !== null && !plain(slot)) || (matches !== null && !matches(slot))) continue;
    let failed: Facet | null = null;
    let failures = 0;
    for (const { allowed, facet } of filters) {
      if (allowed[facet.column[place] as number] === 1) continue;
      failed = facet;
      failures += 1;
    }
    const family = rows.family(slot);
    if (failed === null) for (const facet of facets) count(place, family, facet);
    // What fails the filter of one attribute only counts for the other values of this attribute.
    else if (failures === 1) count(place, family, failed);
  }
  return facets.map(({ tokens }) => {
    return new Map(tokens.map((token) => [rows.values.value(token), counts[token] as number] as const));
  });
}

type Facet = {
  /** The attribute's number. */
  attribute: number;
  /** The tokens of the category's products, family by family. */
  column: Int32Array;
  /** The tokens counted so far. */
  tokens: number[];
};

function presentFacet(
  { code, name, unit, type }: AttributeEntry,
  counts: Counts,
  isChosen: (value: AttributeValue) => boolean,
): CountedFacet {
  const facet = { code, name, unit };
  if (type === 'boolean') return { ...facet, type, values: mostFrequent(counts, counts.size) };
  if (type === 'text') {
    const values = mostFrequent(counts, FACET_TEXTS_MAX);
    const listed = new Set(values.map(({ value }) => value));
    for (const [value, count] of counts) if (!listed.has(value) && isChosen(value)) values.push({ value, count });
    return { ...facet, type, values, hasMore: values.length < counts.size };
  }
  // Numbers that are too many to list aren't sorted: only their limits are shown.
  const isListed = counts.size <= FACET_NUMBERS_MAX;
  const values = isListed ? Array.from(counts, ([value, count]) => ({ value, count })) : [];
  values.sort((one, other) => Number(one.value) - Number(other.value));
  const limits = counts.size === 0 ? { min: null, max: null } : limitsOf(counts.keys());
  return { ...facet, type, ...limits, values };
}

type CountedValue = CountedFacet['values'][number];

/** The `max` most frequent values, by count and then by value. Does not sort the others, which may be as many as products. */
function mostFrequent(counts: Counts, max: number): CountedValue[] {
  const isBefore = (one: CountedValue, other: CountedValue) =>
    one.count > other.count || (one.count === other.count && String(one.value) < String(other.value));
  const first: CountedValue[] = [];
  for (const [value, count] of counts) {
    const next = { value, count };
    const last = first.at(-1);
    if (first.length === max && last !== undefined && !isBefore(next, last)) continue;
    const place = first.findIndex((other) => isBefore(next, other));
    first.splice(place < 0 ? first.length : place, 0, next);
    if (first.length > max) first.pop();
  }
  return first;
}

function limitsOf(values: Iterable<AttributeValue>): { min: number; max: number } {
  const limits = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  for (const value of values) {
    limits.min = Math.min(limits.min, Number(value));
    limits.max = Math.max(limits.max, Number(value));
  }
  return limits;
}
