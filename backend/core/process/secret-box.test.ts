import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = randomBytes(32);
const box = createSecretBox(key);

test('a sealed secret opens for its owner', () => {
  const sealed = box.seal('secret ✓', 'ana');
  expect(sealed).not.toContain('secret');
  expect(box.open(sealed, 'ana')).toBe('secret ✓');
  expect(box.seal('secret ✓', 'ana')).not.toBe(sealed);
});

test('a sealed secret opens neither for another owner, nor with another key or none, nor once it was changed', () => {
  const sealed = box.seal('secret', 'ana');
  const last = sealed.at(-1) === 'A' ? 'B' : 'A';
  expect(() => box.open(sealed, 'bob')).toThrow();
  expect(() => createSecretBox(randomBytes(32)).open(sealed, 'ana')).toThrow();
  expect(() => createSecretBox(null).open(sealed, 'ana')).toThrow('ENCRYPTION_KEY is missing');
  expect(() => box.open(sealed.slice(0, -2) + last + last, 'ana')).toThrow();
  expect(() => box.open(sealed.slice(0, 20), 'ana')).toThrow();
});

test('a secret stored without a key opens with one', () => {
  expect(box.open(createSecretBox(null).seal('secret', 'ana'), 'ana')).toBe('secret');
});
