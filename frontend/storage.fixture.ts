import { beforeEach } from 'vitest';

/** What the tests of the client find in place of the browser's storage; empty when a test begins. */
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
