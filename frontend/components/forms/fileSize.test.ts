import { expect, test } from 'vitest';
import { fileSize } from './fileSize.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [102, '102 bytes'],
  [103, '0.1 kB'],
  [12_600, '12.3 kB'],
  [4 * 1024 * 1024, '4.0 MB'],
])('formats %d bytes as %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown);
});
