import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { languagePrefix } from '#contract/shop/page-addresses.ts';
import type { FirstView, PageShop } from '#contract/shop/shop-page.ts';
import { askedCurrency, DEFAULT_CURRENCY } from '#contract/values/money.ts';
import { currentCode } from '#messages';
import { App, renderedParts } from './App.tsx';
import { seedFirstView } from './api/firstView.ts';
import { clearServerCaches } from './api/remote.ts';
import { localRouting } from './browser/address.ts';
import { showCurrency } from './stores/currency.ts';
import { shop as ownShop } from './texts/shop.ts';

/** Resolves once pages can be rendered. */
export const ready = Promise.all(Object.values(renderedParts).map(({ preload }) => preload()));

/**
 * Renders a page as a visitor sees it before the client starts: logged out, in the currency of its address. Synchronous, so that
 * concurrent requests don't share data.
 */
export function renderPage({ path, query }: { path: string; query: string }, view: FirstView, shop: PageShop): string {
  Object.assign(ownShop, shop);
  showCurrency(askedCurrency(query) ?? DEFAULT_CURRENCY);
  seedFirstView(view, { isCurrent: true });
  const base = languagePrefix(currentCode());
  try {
    return renderToString(
      <Router base={base} {...localRouting} ssrPath={base + path} ssrSearch={query}>
        <App />
      </Router>,
    );
  } finally {
    clearServerCaches();
  }
}
