import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { restoreSession } from './stores/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');

void restoreSession();

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
