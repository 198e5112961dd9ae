import { attributeRangeText, attributeText, labelOf } from '#contract/catalogue/attribute-text.ts';
import type { FacetView } from '#contract/listing/listing.ts';
import { type ListingFilter, noFilter } from '#contract/listing/listing-address.ts';
import { type CurrencyCode, formatAmount, fromEuro } from '#contract/values/money.ts';
import { m } from '#messages';
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
  onSale: noFilter.onSale,
  attributes: noFilter.attributes,
};

/** The active filters of a list except the search; attributes in the order of their facets. */
export function activeFilters(
  filter: ListingFilter,
  facets: readonly FacetView[],
  currency: CurrencyCode,
): ActiveFilter[] {
  const { minPrice, maxPrice, inStock, onSale, attributes } = filter;
  const active: ActiveFilter[] = [];
  if (minPrice !== noFilter.minPrice || maxPrice !== null) {
    const write = (price: number) => formatPriceLimit(price, currency);
    const lowest = minPrice === noFilter.minPrice ? null : minPrice;
    const text = formatRange(lowest, maxPrice, {
      from: (min) => m.search.priceFrom({ min: write(min) }),
      upTo: (max) => m.search.priceUpTo({ max: write(max) }),
      both: (min, max) => m.search.priceRange({ min: write(min), max: write(max) }),
    });
    active.push({ key: 'price', text, without: { minPrice: noFilter.minPrice, maxPrice: noFilter.maxPrice } });
  }
  if (inStock) active.push({ key: 'inStock', text: m.product.inStock(), without: { inStock: false } });
  if (onSale) active.push({ key: 'onSale', text: m.search.onSale(), without: { onSale: false } });
  for (const facet of facets) {
    const { code, name } = facet;
    const { values, min, max } = attributeFilter(attributes, code);
    for (const value of values) {
      const without = { attributes: toggledValue(attributes, code, value) };
      active.push({
        key: `${code}=${value}`,
        text: m.search.filterBy({ name, value: formatValue(facet, value) }),
        without,
      });
    }
    if (min !== null || max !== null) {
      const { unit } = facet;
      const write = (value: number) => attributeText({ value, unit });
      const text = formatRange(min, max, {
        from: (min) => m.search.rangeFrom({ name, min: write(min) }),
        upTo: (max) => m.search.rangeUpTo({ name, max: write(max) }),
        both: (min, max) => m.search.filterBy({ name, value: attributeRangeText(min, max, unit) }),
      });
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
export function formatValue({ type, unit, values }: FacetView, value: string): string {
  const typed = { text: value, number: Number(value), boolean: value === 'true' }[type];
  return labelOf({ value: typed, unit, label: values.find((other) => other.value === typed)?.label });
}

type RangeTexts = {
  from: (min: number) => string;
  upTo: (max: number) => string;
  both: (min: number, max: number) => string;
};

function formatRange(min: number | null, max: number | null, { from, upTo, both }: RangeTexts): string {
  if (min === null) return upTo(max ?? 0);
  return max === null ? from(min) : both(min, max);
}

function formatPriceLimit(price: number, currency: CurrencyCode): string {
  const amount = fromEuro(price, currency);
  return formatAmount(amount, currency, Number.isInteger(amount) ? 0 : 2);
}
