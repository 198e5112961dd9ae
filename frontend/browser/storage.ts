/**
 * The browser's storage. It can be blocked or full: the shop then works without it for this visit, so nothing here
 * throws.
 */
import { onRestored } from './restored.ts';

type StorageKey =
  | 'currency'
  | 'user'
  | 'cart'
  | 'token'
  | 'theme'
  | 'handledPayments'
  | 'checkout'
  | 'offeredCode'
  | 'searches'
  | 'comparison'
  | 'recentlyViewed'
  | 'languageOffer';

/** Values that could not be stored, kept while the page is open. */
const unstored = new Map<StorageKey, string>();

/** The value stored under a key, or null. */
export function readStored(key: StorageKey): string | null {
  if (import.meta.env.SSR && typeof localStorage === 'undefined') return null;
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** The JSON stored under a key; null if there is none or it is malformed. */
export function readStoredJson(key: StorageKey): unknown {
  const stored = readStored(key);
  if (stored === null) return null;
  try {
    return JSON.parse(stored);
  } catch (error) {
    console.warn(key, error);
    return null;
  }
}

/** The texts stored as a list under a key; empty if there is none or it is malformed. */
export function readStoredTexts(key: StorageKey): string[] {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
}

/** Stores a list; an empty one is removed. */
export function writeStoredTexts(key: StorageKey, texts: readonly string[]): void {
  writeStored(key, texts.length > 0 ? JSON.stringify(texts) : null);
}

/** Stores a text; null removes it. */
export function writeStored(key: StorageKey, value: string | null): void {
  unstored.delete(key);
  try {
    sessionStorage.removeItem(key);
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    if (value !== null) unstored.set(key, value);
    console.warn(error);
  }
}

/** Keeps a text until the tab is closed. What is stored for later visits stays. */
export function writeForVisit(key: StorageKey, value: string): void {
  unstored.set(key, value);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The browser blocks storage, so it lasts while the page is open.
  }
}

/**
 * Calls `listener` when another tab may have changed a stored value, or a later page of this tab did while this one was in
 * the back/forward cache.
 */
export function onStoredElsewhere(key: StorageKey, listener: () => void): void {
  // Unit tests of the stores run without a window.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener();
  });
  onRestored(listener);
}
