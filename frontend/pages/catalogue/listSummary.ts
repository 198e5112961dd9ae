import type { ListingView } from '#contract/listing.ts';
import type { ListingFilter } from '#contract/listing-address.ts';
import { counted } from '#contract/numbers.ts';
import { nouns } from '../../nouns.ts';

/** How many products a list has, and in which order if nobody chose it. */
export function listSummary({ total, match }: ListingView, { sort }: ListingFilter): string {
  const products = counted(total, nouns.product);
  return total > 0 && match === 'exact' && sort === 'default' ? `${products} · Newest first` : products;
}
