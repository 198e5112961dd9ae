import { beforeEach } from 'vitest';

/** A stand-in for the browser's storage, empty at the start of each test. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

globalThis.localStorage = storage();
globalThis.sessionStorage = storage();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
