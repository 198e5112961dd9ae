import { attributeText } from '#contract/catalogue/attribute-text.ts';
import {
  type CategoryTileView,
  type CountedFacet,
  type FacetView,
  type ListedCategoryView,
  type ListedProductView,
  type ListingView,
  SUGGESTED_CATEGORIES,
  SUGGESTED_PRODUCTS,
  type SuggestionsView,
} from '#contract/listing/listing.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { nameKey } from '#contract/values/words.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { found } from '../../core/errors.ts';
import { energySheetUrl, presentPrices, presentProduct } from '../catalogue/catalogue.present.ts';
import { findProductSummaries, findProducts } from '../catalogue/catalogue.queries.ts';
import type { CategoryEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import { readAttributeFilters } from './attribute-filters.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { keep } from './columns.ts';
import { countFacets } from './facets.ts';
import type { ListingInput } from './listing.input.ts';
import { noFilters, selectProducts, selectSimilar, testsOf } from './select.ts';
import { hasAllWords } from './similar-search.ts';
import { findableCompounds } from './words.ts';

/**
 * A page of the products that match.
 * @throws AppError notFound if the category doesn't exist; invalid if an attribute can't have a given value
 */
export async function listPage(em: EntityManager, index: CatalogueIndex, input: ListingInput): Promise<ListingView> {
  const category =
    input.category === null ? null : found(index.findCategory(input.category), m.catalogue.categoryNotFound());
  const filters = {
    search: input.search,
    categoryId: category?.id ?? null,
    ...centsBetween(input.minPrice, input.maxPrice),
    isInStock: input.isInStock,
    isOnSale: input.isOnSale,
    attributes: category === null ? [] : readAttributeFilters(category.attributes, input.attributes),
    sort: input.sort,
  };
  const tests = testsOf(index, filters);
  const { slots, match, variantCount } = selectProducts(index, filters, tests);
  const start = (input.page - 1) * input.perPage;
  const page = {
    total: slots.length,
    page: input.page,
    pageCount: Math.ceil(slots.length / input.perPage),
    match,
    highestPrice: highestPrice(index, category),
    category: category && presentListedCategory(category),
    facets: category === null ? [] : labelFacets(index, countFacets(index, category, tests, match)),
  };
  const products = await readListed(em, index, slots.subarray(start, start + input.perPage), variantCount);
  return { products, ...page };
}

/** The products with the given ids as one page; unknown ones are left out. */
export async function listByIds(
  em: EntityManager,
  index: CatalogueIndex,
  ids: readonly string[],
): Promise<ListingView> {
  const rows = await findProducts(em, ids);
  const products = rows.map((row) => ({ ...presentProduct(row, index.term), variantCount: 1 }));
  return {
    products,
    total: products.length,
    page: 1,
    pageCount: 1,
    match: 'exact',
    highestPrice: highestPrice(index, null),
    category: null,
    facets: [],
  };
}

/** What a shopper may be looking for while typing. @param search see plainText */
export async function suggest(em: EntityManager, index: CatalogueIndex, search: string): Promise<SuggestionsView> {
  if (search === '') return { suggestions: [], categories: [] };
  const products = await findProductSummaries(em, suggestedSlots(index, search).map(index.rows.id));
  const categories = index.categories
    .filter(({ name }) => containsName(name, search))
    .toSorted((one, other) => other.productCount - one.productCount)
    .slice(0, SUGGESTED_CATEGORIES);
  return {
    suggestions: products.map(
      ({ id, title, image, imageWidths, categoryName, energy, charger, energySheetId, ...row }) => {
        const { price, priorPrice } = presentPrices(row);
        const labels = { energy, charger, energySheet: energySheetUrl(energySheetId) };
        return { _id: id, title, image, imageWidths, price, priorPrice, categoryName, ...labels };
      },
    ),
    categories: categories.map(presentListedCategory),
  };
}

/** The best rated matches among which suggestions are chosen. */
const BEST_RATED = 1000;

/**
 * Products with the search as an identifier; then those whose title contains it, the best rated first; then others with all
 * of its words. If no title contains it, the products of a list, in its order.
 */
function suggestedSlots(index: CatalogueIndex, search: string): number[] {
  const { rows, orders } = index;
  const filters = { ...noFilters, search };
  const tests = testsOf(index, filters);
  const { slots, match } = selectProducts(index, { ...filters, sort: 'rating' }, tests);
  const isExact = match === 'exact';
  const isIdentified = (slot: number) => tests.identified.has(slot);
  const best = Array.from(keep(slots, isIdentified)).slice(0, SUGGESTED_PRODUCTS);
  if (isExact) {
    const titled = keep(slots.subarray(0, BEST_RATED), (slot) => !isIdentified(slot));
    best.push(...beginningsFirst(index, titled, search, SUGGESTED_PRODUCTS - best.length));
  }
  if (best.length === SUGGESTED_PRODUCTS) return best;
  const families = new Set(best.map(rows.family).filter((family) => family !== 0));
  const ranks = tests.ranks();
  for (const slot of selectSimilar(index, orders.default, tests, true).slots) {
    if (best.length === SUGGESTED_PRODUCTS || (isExact && !hasAllWords(ranks[slot] as number))) break;
    if (!best.includes(slot) && !families.has(rows.family(slot))) best.push(slot);
  }
  return best;
}

/** Whether a category's name contains a search, without regard to accents, hyphens and the like. */
function containsName(name: string, search: string): boolean {
  const wholes = (text: string) =>
    findableCompounds(text)
      .map(({ whole }) => whole)
      .join(' ');
  return nameKey(name).includes(nameKey(search)) || (wholes(search) !== '' && wholes(name).includes(wholes(search)));
}

/** All categories by name. */
export async function listCategoryTiles(em: EntityManager, index: CatalogueIndex): Promise<CategoryTileView[]> {
  const best = index.categories.flatMap(({ id }) => index.ordered(index.categoryNumber(id), 'rating')[0] ?? []);
  const products = await findProductSummaries(em, best.map(index.rows.id));
  const byCategory = new Map(products.map((product) => [product.categoryId, product]));
  return index.categories.map((category) => {
    const { image = '', imageWidths = [] } = byCategory.get(category.id) ?? {};
    return { ...presentListedCategory(category), image, imageWidths };
  });
}

/** Facets with the words that shoppers read in the current language. */
function labelFacets({ term }: CatalogueIndex, facets: readonly CountedFacet[]): FacetView[] {
  return facets.map(({ name, unit, values, ...facet }) => ({
    ...facet,
    name: term(name),
    unit: term(unit),
    values: values.map(({ value, count }) => ({ value, label: attributeText({ value, unit }, term), count })),
  }));
}

async function readListed(
  em: EntityManager,
  index: CatalogueIndex,
  slots: Int32Array,
  variantCount: (slot: number) => number,
): Promise<ListedProductView[]> {
  const counts = new Map(Array.from(slots, (slot) => [index.rows.id(slot), variantCount(slot)]));
  const rows = await findProducts(em, [...counts.keys()]);
  return rows.map((row) => ({ ...presentProduct(row, index.term), variantCount: counts.get(row.id) ?? 1 }));
}

/** In EUR; 0 without products. */
function highestPrice(index: CatalogueIndex, category: CategoryEntry | null): number {
  const { rows, orders } = index;
  const [slot] = category === null ? orders.desc : index.ordered(index.categoryNumber(category.id), 'desc');
  return slot === undefined ? 0 : toMajorUnits(rows.price(slot));
}

/** Prices in EUR as limits in cents. The margin makes up for binary fractions: 19.99 × 100 is less than 1999. */
function centsBetween(minPrice: number | null, maxPrice: number | null): { minCents: number; maxCents: number } {
  const margin = 1e-6;
  return {
    minCents: minPrice === null ? 0 : Math.ceil(minPrice * 100 - margin),
    maxCents: maxPrice === null ? Number.POSITIVE_INFINITY : Math.floor(maxPrice * 100 + margin),
  };
}

/** The first `count` products whose title begins with `text`, then those in which a word does, then any. */
function beginningsFirst(index: CatalogueIndex, slots: Int32Array, text: string, count: number): number[] {
  const groups: [number[], number[], number[]] = [[], [], []];
  for (const slot of slots) {
    const title = index.title(slot);
    const group = groups[title.startsWith(text) ? 0 : title.includes(` ${text}`) ? 1 : 2];
    if (group.length < count) group.push(slot);
    if (groups[0].length === count) break;
  }
  return groups.flat().slice(0, count);
}

function presentListedCategory({ id, slug, name, productCount }: CategoryEntry): ListedCategoryView {
  return { _id: id, slug, categoryName: name, productCount };
}
