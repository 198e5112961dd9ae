import { type ListingFilter, listingAddress } from '#contract/listing-address.ts';

/** Applies a change and returns to the first page, unless the change sets the page. */
export function changedFilter(filter: ListingFilter, change: Partial<ListingFilter>): ListingFilter {
  return { ...filter, page: 1, ...change };
}

/** Parameters of controls that pass through intermediate values while the user edits. */
const CONTINUOUS = /^(search|minPrice|maxPrice|attribute\..+\.(min|max))$/;

/** The only parameter that differs between two filters, if it has such a control; the page doesn't count. */
export function editedParameter(from: ListingFilter, to: ListingFilter): string | null {
  const [before, after] = [parametersOf(from), parametersOf(to)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const [name, ...others] = [...names].filter((name) => String(before.getAll(name)) !== String(after.getAll(name)));
  return name !== undefined && others.length === 0 && CONTINUOUS.test(name) ? name : null;
}

function parametersOf(filter: ListingFilter): URLSearchParams {
  return new URLSearchParams(listingAddress({ ...filter, page: 1 }).split('?')[1]);
}
