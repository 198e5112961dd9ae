import { beforeEach } from 'vitest';

/** A stand-in for the browser's storage, empty at the start of each test. */
const kept = new Map<string, string>();

globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
  clear: () => kept.clear(),
  key: (index) => [...kept.keys()][index] ?? null,
  get length() {
    return kept.size;
  },
};

beforeEach(() => kept.clear());
