import type { CheckoutDefaults } from '#contract/payments.ts';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { createRemote } from './remote.ts';

/** What a checkout starts with. It does without if that can't be loaded. */
export const checkoutDefaults = createRemote<null, CheckoutDefaults>({
  load: (_args, { signal }) => call('GET', '/payment/defaults', { quiet: true, signal }),
  onFailure: errorMessage,
});
