import type { ListingView } from '#contract/listing.ts';
import type { ListingFilter } from '#contract/listing-address.ts';
import { counted } from '#contract/numbers.ts';
import { nouns } from '../../texts/nouns.ts';

/** The number of products in a list, and their order if it is the default. */
export function listSummary({ total, match }: ListingView, { sort }: ListingFilter): string {
  const products = counted(total, nouns.product);
  return total > 0 && match === 'exact' && sort === 'default' ? `${products} · Newest first` : products;
}
