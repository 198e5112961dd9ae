import type { SuggestionsView } from '#contract/listing/listing.ts';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** What a shopper may be looking for, by the text typed so far. */
const suggestions = createRemote<string, SuggestionsView>({
  load: (search, { signal }) =>
    call<'Suggestions'>('GET', `/products/suggestions?search=${encodeURIComponent(search)}`, { signal }),
  isPublic: true,
  // A search works without suggestions, so a failure isn't shown.
  onFailure: errorMessage,
});

/** Suggestions for a text. Those for the previous text stay until the response. */
export function useSuggestions(search: string) {
  return useRemote(suggestions, search, { keepsPrevious: true, isQuiet: true });
}
