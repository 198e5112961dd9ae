import './styles/tokens.css';
import './styles/base.css';
import './styles/header.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { findPage } from '#contract/page-addresses.ts';
import { App } from './App.tsx';
import { readFirstView } from './api/firstView.ts';
import { cart } from './stores/cart.ts';
import { cartPrices } from './stores/cartPrices.ts';
import { restoreSession } from './stores/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');

readFirstView();
void restoreSession();
// Prices may have changed since the cart was stored. The cart's own page checks them whenever it opens.
if (cart.items.length > 0 && findPage(window.location.pathname)?.name !== 'order') void cartPrices.load(null);

// Before the page counts as loaded, because then the browser restores the scroll position of a reloaded page.
flushSync(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
