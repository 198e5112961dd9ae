import type { ShippingOfferView } from '#contract/orders/delivery.ts';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** How the shop delivers. Optional: the pages work if it can't be loaded. */
const shipping = createRemote<null, ShippingOfferView[]>({
  load: async (_args, { signal }) => (await call<'ShippingOffers'>('GET', '/shipping', { signal })).shippingMethods,
  isPublic: true,
  onFailure: errorMessage,
});

/** The ways of delivery, the cheapest first; undefined until they are known. */
export function useShipping(): readonly ShippingOfferView[] | undefined {
  return useRemote(shipping, null).data;
}
