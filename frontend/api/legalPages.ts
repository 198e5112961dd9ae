import type { ReadLegalPage } from '#contract/shop/legal-pages.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';

/** A page that the law asks of the shop, by its key. */
export const legalPage = createRemote<string, ReadLegalPage>({
  load: (key, options) => call<'LegalPage'>('GET', `/pages/${key}`, options),
  isPublic: true,
});
