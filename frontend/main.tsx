import './styles/tokens.css';
import './styles/base.css';
import './styles/header.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ProductView } from '#contract/catalogue.ts';
import { findPage } from '#contract/page-addresses.ts';
import { PRODUCT_ELEMENT } from '#contract/pages.ts';
import { App } from './App.tsx';
import { product } from './api/product.ts';
import { cart } from './stores/cart.ts';
import { cartPrices } from './stores/cartPrices.ts';
import { restoreSession } from './stores/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');

// The server embeds the product in its page.
const opened: ProductView | null = JSON.parse(document.getElementById(PRODUCT_ELEMENT)?.textContent ?? 'null');
if (opened) product.write(opened._id, opened);

void restoreSession();
// Prices may have changed since the cart was stored. The cart's own page checks them whenever it opens.
if (cart.items.length > 0 && findPage(window.location.pathname)?.name !== 'order') void cartPrices.load(null);

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
