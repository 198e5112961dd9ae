/**
 * What the browser keeps between visits. It can be forbidden or full: the shop then works without it for this visit,
 * so nothing here throws.
 */

type StorageKey = 'currency' | 'user' | 'cart' | 'token' | 'theme' | 'handledPayments';

/** What could not be stored, kept for as long as the page lives. */
const unstored = new Map<StorageKey, string>();

/** What is stored under a key; null if nothing is. */
export function readStored(key: StorageKey): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn(`"${key}" can't be read: the browser allows no storage`, error);
    return null;
  }
}

/** The JSON stored under a key; null if there is none, or what is there is no JSON. */
export function readStoredJson(key: StorageKey): unknown {
  const stored = readStored(key);
  if (stored === null) return null;
  try {
    return JSON.parse(stored);
  } catch (error) {
    console.warn(`What is stored as "${key}" is no JSON and is left aside`, error);
    return null;
  }
}

/** Stores a text, or with null removes what was stored. */
export function writeStored(key: StorageKey, value: string | null): void {
  unstored.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    if (value !== null) unstored.set(key, value);
    console.warn(`"${key}" holds for this visit only: the browser allows no storage`, error);
  }
}

/**
 * Calls `listener` when what is stored under a key may have changed behind this page's back: in another tab of the shop,
 * or by a later page of this tab while the browser kept this one for its back button.
 */
export function onStoredElsewhere(key: StorageKey, listener: () => void): void {
  // The rules of the stores are also tested where there is no window.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}
