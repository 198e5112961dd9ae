import { describe, expect, test } from 'vitest';
import { drawing } from '../../../testing/data/pictures.ts';
import { HEADER_BYTES, isHeaderLonger, readHeader } from './header.ts';

describe('the header of a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('of type %s has its size', async (format) => {
    const bytes = await drawing(300, 170).toFormat(format).toBuffer();
    expect(readHeader(bytes)).toEqual({ format, width: 300, height: 170 });
  });

  test.each([
    ['progressive JPEG', () => drawing(300, 170).jpeg({ progressive: true }), 'jpeg'],
    ['lossless WebP', () => drawing(300, 170).webp({ lossless: true }), 'webp'],
    ['WebP with metadata', () => drawing(300, 170).webp().withMetadata({ icc: 'p3' }), 'webp'],
    ['AVIF with metadata', () => drawing(300, 170).avif().withMetadata({ icc: 'p3' }), 'avif'],
    ['AVIF with transparency', () => drawing(300, 170).ensureAlpha(0.5).avif(), 'avif'],
  ] as const)('of a %s has its size', async (_what, draw, format) => {
    expect(readHeader(await draw().toBuffer())).toEqual({ format, width: 300, height: 170 });
  });

  test('of a JPEG may come after any amount of metadata', async () => {
    const jpeg = await drawing(300, 170).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.of(0xff, 0xfe, 0xff, 0xff), Buffer.alloc(0xffff - 2)]);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), ...Array(20).fill(comment), jpeg.subarray(2)]);
    expect(isHeaderLonger(bytes.subarray(0, HEADER_BYTES))).toBe(true);
    expect(readHeader(bytes)).toEqual({ format: 'jpeg', width: 300, height: 170 });
  });

  test.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['says that it is 0 pixels wide', (bytes: Buffer) => bytes.fill(0, 16, 20)],
  ])('is rejected if it %s', async (_what, change) => {
    const png = change(await drawing().png().toBuffer());
    expect(() => readHeader(png)).toThrow('The picture has an unreadable PNG header');
  });
});
