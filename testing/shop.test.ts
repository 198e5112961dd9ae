import { beforeAll, expect, test } from 'vitest';
import { startTestShop } from './shop.ts';

let inHook: Promise<unknown>;
beforeAll(() => {
  inHook = startTestShop();
  // It is looked at below.
  inHook.catch(() => {});
});

test('refuses to start a shop that no hook would close', async () => {
  await expect(inHook).rejects.toThrow('nobody would close it');
  await expect(startTestShop()).rejects.toThrow('nobody would close it');
});
