import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Where the choice is kept; public/theme.js reads it before the first paint. */
const STORAGE_KEY = 'theme';
const HEADER_COLOR: Record<Theme, string> = { light: '#ffffff', dark: '#181b1e' };

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemIsDark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark.removeEventListener('change', listener);
  };
}

/** The theme that is shown: the shopper's choice, else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme);
}

/** Shows a theme from now on, and again at the next visit if the browser allows storage. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', HEADER_COLOR[theme]);
  }
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch (error) {
    console.warn('The theme holds for this visit only: the browser allows no storage', error);
  }
}
