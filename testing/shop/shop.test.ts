import { beforeAll, expect, test } from 'vitest';
import { startTestShop } from './shop.ts';

let inHook: Promise<unknown>;
beforeAll(() => {
  inHook = startTestShop();
  // The test checks it.
  inHook.catch(() => {});
});

test('refuses to start inside a hook or a test, where nothing would close the shop', async () => {
  await expect(inHook).rejects.toThrow('the top level of a test file');
  await expect(startTestShop()).rejects.toThrow('the top level of a test file');
});
