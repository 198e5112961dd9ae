import { afterEach, expect, test, vi } from 'vitest';
import { shop } from '../../texts/shop.ts';
import { saveExport } from './exports.ts';

const saved: string[] = [];
vi.mock('../../browser/saveFile.ts', () => ({ saveFile: (_rows: Blob, name: string) => saved.push(name) }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an export bears the day that it is in the shop', async () => {
  expect(shop.timeZone).toBe('Europe/Belgrade');
  vi.setSystemTime('2026-11-24T23:30:00Z');
  vi.stubGlobal('fetch', async () => new Response('number'));
  await saveExport('orders', '/admin/order/export');
  expect(saved).toEqual(['orders-2026-11-25.csv']);
});
