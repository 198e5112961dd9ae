import './styles/tokens.css';
import './styles/base.css';
import './styles/header.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { cart } from './stores/cart.ts';
import { loadProducts } from './stores/catalogue.ts';
import { readPaymentReturn } from './stores/paymentReturn.ts';
import { restoreSession } from './stores/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');

void restoreSession();
// Prices may have changed since the cart was stored. After a payment it is about to be emptied instead.
if (cart.items.length > 0 && readPaymentReturn(window.location.search) === null) void loadProducts();

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
