import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '../browser/storage.ts';

export type Theme = 'light' | 'dark';

const systemIsDark = import.meta.env.SSR ? null : window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function isTheme(value: unknown): value is Theme {
  return value === 'light' || value === 'dark';
}

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (isTheme(chosen)) return chosen;
  return systemIsDark?.matches ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemIsDark?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark?.removeEventListener('change', listener);
  };
}

/** The current theme: the shopper's choice, else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme, () => 'light');
}

/** Same as public/early.js does before the first paint. */
function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.media = meta.dataset.of === theme ? 'all' : 'not all';
  }
  for (const listener of listeners) listener();
}

onStoredElsewhere('theme', () => {
  const theme = readStored('theme');
  if (isTheme(theme)) show(theme);
});

/** Sets the theme in all tabs, and stores it for the next visit. */
export function chooseTheme(theme: Theme): void {
  show(theme);
  writeStored('theme', theme);
}
