import { beforeAll, expect, test } from 'vitest';
import { startTestShop } from './shop.ts';

let inHook: Promise<unknown>;
beforeAll(() => {
  inHook = startTestShop();
  // It is looked at below.
  inHook.catch(() => {});
});

test('a shop that nobody would close is not started', async () => {
  await expect(inHook).rejects.toThrow('nobody would close it');
  await expect(startTestShop()).rejects.toThrow('nobody would close it');
});
