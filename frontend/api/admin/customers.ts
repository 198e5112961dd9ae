import type { CustomerView } from '#contract/users/customers.ts';
import { call } from '../call.ts';
import { createRemote } from '../remote.ts';

/** What a user has bought, by their id. */
export const customer = createRemote<string, CustomerView>({
  load: async (id, { signal }) =>
    (await call<'Customer'>('GET', `/admin/customer/${encodeURIComponent(id)}`, { signal })).customer,
});
