import { currentPath, localRouting } from './browser/address.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/primitives.css';
import './styles/header.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { findPage, languagePrefix } from '#contract/shop/page-addresses.ts';
import { currentCode } from '#messages';
import { App, renderedParts } from './App.tsx';
import { readFirstView } from './api/firstView.ts';
import { cart } from './stores/cart.ts';
import { comparison } from './stores/comparison.ts';
import { currency, renderedCurrency } from './stores/currency.ts';
import { restoreSession, session } from './stores/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

document.getElementById('failed')?.remove();
// Loads meanwhile, as the page needs it once something on it has changed.
import('./browser/keptFocus.ts').then(({ keepFocus }) => keepFocus(), console.warn);
const isRendered = readFirstView() && isUnknownVisitor();
void restoreSession();
// Prices may have changed since the cart was stored. The cart's own page checks them whenever it opens.
if (cart.items.length > 0 && findPage(currentPath())?.name !== 'order') {
  import('./stores/cartPrices.ts').then(({ cartPrices }) => cartPrices.load(null), console.warn);
}

const app = (
  <StrictMode>
    <Router base={languagePrefix(currentCode())} {...localRouting}>
      <App />
    </Router>
  </StrictMode>
);
const start = (root: HTMLElement) => {
  if (isRendered) hydrateRoot(root, app);
  // Before the page counts as loaded, because then the browser restores the scroll position of a reloaded page.
  else flushSync(() => createRoot(root).render(app));
  // For early.js.
  dispatchEvent(new Event('started'));
};
const pageName = findPage(currentPath())?.name;
// The code that the server has rendered with. If it can't be loaded, the page says so.
const needed = Object.entries(renderedParts).filter(
  ([name]) => name === pageName || (name === 'labels' && document.querySelector('.labels')),
);
if (needed.length > 0) {
  Promise.allSettled(needed.map(([, { preload }]) => preload())).then(() => start(root));
} else start(root);
// The likely next pages, once this one has all that it needs.
const preloadOthers = () => {
  const { withdrawal: _, ...likely } = renderedParts;
  for (const { preload } of Object.values(likely)) preload().catch(console.warn);
};
window.addEventListener('load', preloadOthers, { once: true });

/** Whether nothing is stored that makes the page differ from the one that the server renders. */
function isUnknownVisitor(): boolean {
  return !(session.token || cart.items.length || comparison.ids.length) && currency.code === renderedCurrency;
}
