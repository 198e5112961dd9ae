import type { AttributeValue } from '#contract/catalogue.ts';
import { FACET_NUMBERS_MAX, type FacetView } from '#contract/listing.ts';
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
): FacetView[] {
  const attributes = category.attributes.filter(({ isFilterable }) => isFilterable);
  const { exact: mark } = tests;
  const contains: Test | null = mark === null ? null : (slot) => index.rows.mark(slot) === mark;
  const exact = countValues(index, category.id, attributes, tests, contains);
  if (match === 'exact') return attributes.map((attribute, place) => presentFacet(attribute, exact[place] as Counts));

  const ranks = tests.ranks();
  const similar = countValues(index, category.id, attributes, tests, (slot) => ranks[slot] !== 0);
  return attributes.map((attribute, place) => {
    // Another value may lead to exact matches, although the chosen ones don't.
    return presentFacet(attribute, new Map([...(similar[place] as Counts), ...(exact[place] as Counts)]));
  });
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
  const { families: familyOf } = rows;
  const category = index.categoryNumber(categoryId);
  const slots = index.byFamily(category);
  const counts = new Int32Array(rows.values.tokenCount);
  /** The last family counted for each value: the members of a family follow one another. */
  const families = new Int32Array(rows.values.tokenCount);
  const facets = attributes.map(({ id }) => facetOf(index, category, index.attributeNumber(id)));
  const filters = tests.attributes.map(({ attribute, allowed }) => {
    return { allowed, facet: facets.find(({ number }) => number === attribute) as Facet };
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
    const family = familyOf[slot] as number;
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
  number: number;
  /** The tokens of the category's products, family by family. */
  column: Int32Array;
  /** The tokens counted so far. */
  tokens: number[];
};

function facetOf({ rows, byFamily, remember }: CatalogueIndex, category: number, number: number): Facet {
  const column = remember(`column ${category} ${number}`, () => rows.values.column(byFamily(category), number));
  return { number, column, tokens: [] };
}

function presentFacet({ code, name, unit, type }: AttributeEntry, counts: Counts): FacetView {
  // Numbers that are too many to list aren't sorted: only their limits are shown.
  const isListed = type !== 'number' || counts.size <= FACET_NUMBERS_MAX;
  const values = isListed ? Array.from(counts, ([value, count]) => ({ value, count })) : [];
  if (type !== 'number') {
    values.sort((one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1));
    return { code, name, unit, type, values };
  }
  values.sort((one, other) => Number(one.value) - Number(other.value));
  const limits = counts.size === 0 ? { min: null, max: null } : limitsOf(counts.keys());
  return { code, name, unit, type, ...limits, values };
}

function limitsOf(values: Iterable<AttributeValue>): { min: number; max: number } {
  const limits = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  for (const value of values) {
    limits.min = Math.min(limits.min, Number(value));
    limits.max = Math.max(limits.max, Number(value));
  }
  return limits;
}
