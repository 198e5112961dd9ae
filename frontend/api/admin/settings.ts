import type { EditShippingMethodInput, ShippingMethodInput, TaxInput } from '#contract/delivery.input.ts';
import type { ShippingMethodView, TaxView } from '#contract/delivery.ts';
import type { DiscountInput, EditDiscountInput } from '#contract/discounts.input.ts';
import type { DiscountView } from '#contract/discounts.ts';
import type { AdminShopView } from '#contract/shop.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt, showAdminFailure, succeeds } from './failure.ts';

type ListOptions = {
  path: string;
  /** The field of the response with the list, and its name in messages. */
  field: string;
  noun: string;
};

/** A short list of the shop's settings, all on one page. Each change reloads it. */
function createSettings<View extends { _id: string }, Input extends object, Edit extends object>(options: ListOptions) {
  const { path, field, noun } = options;
  const all = createRemote<null, View[]>({
    load: async (_args, { signal }) =>
      (await call<Record<string, View[]>>('GET', path, { signal, quiet: true }))[field] ?? [],
    onFailure: showAdminFailure,
  });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', verb: string, id = '', body?: object) => {
    const fallback = `${verb} ${noun} failed. Please try again.`;
    const { message } = await call<{ message: string }>(method, path + id, { body, fallback, quiet: true });
    showOnce('success', message);
    await all.reload(null);
  };
  return {
    useAll: () => useRemote(all, null),
    /** @throws ApiError */
    add: (input: Input): Promise<void> => send('POST', 'Add', '', input).catch(conflictAt('code')),
    /** @throws ApiError */
    edit: ({ _id }: View, input: Edit): Promise<void> =>
      send('PUT', 'Edit', `/${_id}`, input).catch(conflictAt('code')),
    remove: ({ _id }: View): Promise<boolean> => succeeds(send('DELETE', 'Delete', `/${_id}`)),
  };
}

export const shippingMethods = createSettings<ShippingMethodView, ShippingMethodInput, EditShippingMethodInput>({
  path: '/admin/shipping-method',
  field: 'shippingMethods',
  noun: 'shipping method',
});

export const discounts = createSettings<DiscountView, DiscountInput, EditDiscountInput>({
  path: '/admin/discount',
  field: 'discounts',
  noun: 'discount',
});

const shop = createRemote<null, AdminShopView>({
  load: async (_args, { signal }) =>
    (await call<{ shop: AdminShopView }>('GET', '/admin/shop', { signal, quiet: true })).shop,
  onFailure: showAdminFailure,
});

export function useShopDetails() {
  return useRemote(shop, null);
}

const tax = createRemote<null, TaxView>({
  load: async (_args, { signal }) => (await call<{ tax: TaxView }>('GET', '/admin/tax', { signal, quiet: true })).tax,
  onFailure: showAdminFailure,
});

export function useTax() {
  return useRemote(tax, null);
}

/** Replaces all VAT rates. @throws ApiError */
export async function saveTax(input: TaxInput): Promise<void> {
  const options = { body: input, fallback: 'Save VAT rates failed. Please try again.', quiet: true };
  const response = await call<{ message: string; tax: TaxView }>('PUT', '/admin/tax', options);
  tax.write(null, response.tax);
  showOnce('success', response.message);
}
