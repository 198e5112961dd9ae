import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { COMPARED_MAX } from '../../stores/comparison.ts';

/** The comparison as its URL states it. */
export type ComparisonAddress = {
  ids: readonly string[];
  /** Hides the rows in which all products agree. */
  onlyDifferences: boolean;
};

export function comparisonAddress({ ids, onlyDifferences }: ComparisonAddress): string {
  const parameters = [
    ids.length > 0 && `ids=${ids.map(encodeURIComponent).join(',')}`,
    onlyDifferences && 'differences=only',
  ].filter(Boolean);
  return pagePatterns.compare + (parameters.length > 0 ? `?${parameters.join('&')}` : '');
}

/** Drops repeated ids and those beyond the limit. */
export function readComparisonAddress(query: string): ComparisonAddress {
  const given = new URLSearchParams(query);
  const ids = (given.get('ids') ?? '').split(',').filter((id) => id !== '');
  return { ids: [...new Set(ids)].slice(0, COMPARED_MAX), onlyDifferences: given.get('differences') === 'only' };
}
