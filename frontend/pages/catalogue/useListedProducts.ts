import { useEffect } from 'react';
import type { ListingView } from '#contract/listing/listing.ts';
import { type ListingFilter, listingAddress } from '#contract/listing/listing-address.ts';
import { useListing } from '../../api/listing.ts';
import { navigate } from '../../browser/address.ts';

/** The products that a filter asks for. Corrects the URL if it names a former slug, or a page past the last one. */
export function useListedProducts(filter: ListingFilter) {
  const view = useListing(filter);
  const response = view.isPrevious ? undefined : view.data;
  const asked = listingAddress(filter);
  const address = response ? listingAddress(corrected(filter, response)) : asked;

  useEffect(() => {
    if (address !== asked) navigate(address, { replace: true, state: window.history.state });
  }, [address, asked]);

  return view;
}

export type ListedProducts = ReturnType<typeof useListedProducts>;

function corrected(filter: ListingFilter, { category, page, pageCount }: ListingView): ListingFilter {
  return {
    ...filter,
    category: filter.category && (category?.slug ?? filter.category),
    page: page > pageCount && pageCount > 0 ? pageCount : filter.page,
  };
}
