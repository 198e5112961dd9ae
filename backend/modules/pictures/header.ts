import { imageDimensionsFromData } from 'image-dimensions';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { failureText, type PictureFault } from './picture-faults.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** The extension of the published picture, by the format of its upload. */
export const publishedExtensions: Record<ImageFormat, string> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  avif: '.webp',
  gif: '.webp',
};

type ImageSize = { width: number; height: number };

/**
 * Bytes from the start of a picture that contain its size, unless the metadata of a JPEG are longer. From more bytes of an
 * AVIF, the parser could make millions of objects.
 */
export const HEADER_BYTES = 128 * 1024;

/**
 * Recognizes a picture by its first bytes and reads its size. Nothing is decoded: hostile bytes reach decoders in processes
 * of their own only (renderers.ts).
 * @throws AppError unsupportedType, tooLarge, each with a message that says what is allowed
 */
export function readHeader(bytes: Uint8Array): ImageSize & { format: ImageFormat } {
  const format = recognizeFormat(bytes);
  if (format === null) throw new AppError('unsupportedType', m.pictures.wrongFormat());
  const size = readSize(format === 'jpeg' ? bytes : bytes.subarray(0, HEADER_BYTES));
  if (size === null) {
    throw new AppError('unsupportedType', m.pictures.unreadableHeader({ format: format.toUpperCase() }));
  }
  const fault = faultOfSize(size);
  if (fault !== null) throw new AppError('tooLarge', failureText(fault));
  return { format, ...size };
}

/**
 * Megapixels that take 1.5 s and 250 MB at most, by format, from the figures in docs/performance.md. A large JPEG is read
 * at a fraction of its size.
 */
const QUICK_MEGAPIXELS: Record<ImageFormat, number> = { jpeg: Infinity, png: 12, webp: 12, avif: 6, gif: 12 };

/** Why a picture will take more time or memory than most, as far as its header says; null if it doesn't. */
export function demandOf(bytes: Uint8Array): string | null {
  const format = recognizeFormat(bytes);
  if (format === null || QUICK_MEGAPIXELS[format] === Infinity) return null;
  const { width, height } = readSize(bytes.subarray(0, HEADER_BYTES)) ?? { width: 0, height: 0 };
  const most = QUICK_MEGAPIXELS[format];
  return width * height > most * 1_000_000 ? `The ${format.toUpperCase()} has more than ${most} megapixels` : null;
}

/** Whether the size comes after these first bytes. */
export function isHeaderLonger(bytes: Uint8Array): boolean {
  return bytes.length === HEADER_BYTES && recognizeFormat(bytes) === 'jpeg' && readSize(bytes) === null;
}

/** Whether a picture has too many pixels or a side is too long; null if it hasn't. */
export function faultOfSize({ width, height }: ImageSize): PictureFault | null {
  if (width * height > IMAGE_PIXELS_MAX) return 'tooManyPixels';
  return Math.max(width, height) > IMAGE_SIDE_MAX ? 'tooLong' : null;
}

/** @returns null if it can't be read */
function readSize(bytes: Uint8Array): ImageSize | null {
  const { width = 0, height = 0 } = imageDimensionsFromData(bytes) ?? {};
  return width > 0 && height > 0 ? { width, height } : null;
}

/** The bytes needed to recognize a format. */
const SIGNATURE_BYTES = 32;

/** @returns null if the format isn't allowed */
export function recognizeFormat(bytes: Uint8Array): ImageFormat | null {
  const text = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO/IEC 14496-12: a file type box holds the major brand, a version, and the compatible brands, of 4 bytes each.
  const brands = [8, 16, 20, 24, 28].map((start) => text.slice(start, start + 4));
  if (text.startsWith('ftyp', 4) && brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return null;
}
