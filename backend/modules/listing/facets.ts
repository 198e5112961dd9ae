import type { AttributeValue } from '#contract/catalogue.ts';
import { FACET_NUMBERS_MAX, type FacetView } from '#contract/listing.ts';
import type { AttributeEntry, CategoryEntry } from '../catalogue/catalogue-changes.queries.ts';
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
  const exact = countValues(index, category.id, attributes, tests, tests.exact);
  if (match === 'exact') return attributes.map((attribute, place) => presentFacet(attribute, exact[place] as Counts));

  const similar = countValues(index, category.id, attributes, tests, (slot) => tests.rank(slot) > 0);
  return attributes.map((attribute, place) => {
    // Another value may lead to exact matches, although the chosen ones don't.
    return presentFacet(attribute, new Map([...(similar[place] as Counts), ...(exact[place] as Counts)]));
  });
}

/** @returns the counts of each attribute */
function countValues(
  { rows, byFamily, categoryNumber, attributeNumber }: CatalogueIndex,
  categoryId: string,
  attributes: readonly AttributeEntry[],
  tests: Tests,
  matches: Test,
): Counts[] {
  const { values } = rows;
  const counts = new Int32Array(values.tokenCount);
  /** The last family counted for each value: the members of a family follow one another. */
  const families = new Int32Array(values.tokenCount);
  const facets = attributes.map(({ id }) => ({ number: attributeNumber(id), tokens: [] as number[] }));

  function count(slot: number, { number, tokens }: (typeof facets)[number]): void {
    const token = values.token(slot, number);
    if (token === 0) return;
    const family = rows.family(slot);
    if (family !== 0 && families[token] === family) return;
    families[token] = family;
    if (counts[token] === 0) tokens.push(token);
    counts[token] = (counts[token] as number) + 1;
  }

  const facetOf = new Map(facets.map((facet) => [facet.number, facet]));
  for (const slot of byFamily(categoryNumber(categoryId))) {
    if (!tests.plain(slot) || !matches(slot)) continue;
    const failed = onlyFailure(tests, slot);
    if (failed === null) for (const facet of facets) count(slot, facet);
    else if (failed !== 'several') count(slot, facetOf.get(failed) as (typeof facets)[number]);
  }
  return facets.map(
    ({ tokens }) => new Map(tokens.map((token) => [values.value(token), counts[token] as number] as const)),
  );
}

/** The number of the only attribute whose filter a product fails; null if it fails none. */
function onlyFailure({ attributes }: Tests, slot: number): number | null | 'several' {
  let failed: number | null = null;
  for (const { attribute, passes } of attributes) {
    if (passes(slot)) continue;
    if (failed !== null) return 'several';
    failed = attribute;
  }
  return failed;
}

function presentFacet({ code, name, unit, type }: AttributeEntry, counts: Counts): FacetView {
  const values = Array.from(counts, ([value, count]) => ({ value, count }));
  if (type !== 'number') {
    values.sort((one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1));
    return { code, name, unit, type, values };
  }
  values.sort((one, other) => Number(one.value) - Number(other.value));
  const limit = (end?: { value: AttributeValue }) => (end === undefined ? null : Number(end.value));
  const [min, max] = [limit(values[0]), limit(values.at(-1))];
  return { code, name, unit, type, min, max, values: values.length > FACET_NUMBERS_MAX ? [] : values };
}
