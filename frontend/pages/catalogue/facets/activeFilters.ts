import { attributeRangeText, attributeText } from '#contract/attribute-text.ts';
import type { FacetView } from '#contract/listing.ts';
import { type ListingFilter, noFilter } from '#contract/listing-address.ts';
import { type CurrencyCode, formatAmount, fromEuro } from '#contract/money.ts';
import { attributeFilter, changedAttributes, toggledValue } from './attributeChanges.ts';

type ActiveFilter = {
  key: string;
  /** "RAM: 16 GB". */
  text: string;
  /** The change that removes it. */
  without: Partial<ListingFilter>;
};

/** The change that removes all active filters; search and sort order stay. */
export const withoutFilters: Partial<ListingFilter> = {
  minPrice: noFilter.minPrice,
  maxPrice: noFilter.maxPrice,
  inStock: noFilter.inStock,
  attributes: noFilter.attributes,
};

/** The active filters of a list except the search; attributes in the order of their facets. */
export function activeFilters(
  filter: ListingFilter,
  facets: readonly FacetView[],
  currency: CurrencyCode,
): ActiveFilter[] {
  const { minPrice, maxPrice, inStock, attributes } = filter;
  const active: ActiveFilter[] = [];
  if (minPrice !== noFilter.minPrice || maxPrice !== null) {
    const write = (price: number) => formatPriceLimit(price, currency);
    const lowest = minPrice === noFilter.minPrice ? null : minPrice;
    const text = `Price: ${formatRange(lowest, maxPrice, write, (min, max) => `${write(min)} to ${write(max)}`)}`;
    active.push({ key: 'price', text, without: { minPrice: noFilter.minPrice, maxPrice: noFilter.maxPrice } });
  }
  if (inStock) active.push({ key: 'inStock', text: 'In stock', without: { inStock: false } });
  for (const facet of facets) {
    const { code, name } = facet;
    const { values, min, max } = attributeFilter(attributes, code);
    for (const value of values) {
      const without = { attributes: toggledValue(attributes, code, value) };
      active.push({ key: `${code}=${value}`, text: `${name}: ${formatValue(facet, value)}`, without });
    }
    if (min !== null || max !== null) {
      const { unit } = facet;
      const write = (value: number) => attributeText({ value, unit });
      const text = `${name}: ${formatRange(min, max, write, (min, max) => attributeRangeText(min, max, unit))}`;
      active.push({
        key: code,
        text,
        without: { attributes: changedAttributes(attributes, code, { min: null, max: null }) },
      });
    }
  }
  return active;
}

/** "16 GB", "Yes", "Black": a value of an attribute, given as text. */
export function formatValue({ type, unit }: FacetView, value: string): string {
  const typed = { text: value, number: Number(value), boolean: value === 'true' }[type];
  return attributeText({ value: typed, unit });
}

function formatRange(
  min: number | null,
  max: number | null,
  write: (limit: number) => string,
  writeBoth: (min: number, max: number) => string,
): string {
  if (min === null) return `up to ${write(max ?? 0)}`;
  return max === null ? `from ${write(min)}` : writeBoth(min, max);
}

function formatPriceLimit(price: number, currency: CurrencyCode): string {
  const amount = fromEuro(price, currency);
  return formatAmount(amount, currency, Number.isInteger(amount) ? 0 : 2);
}
