import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { IMAGE_FORMATS, IMAGE_PIXELS_MAX, TOO_MANY_PIXELS, WRONG_FORMAT } from '#contract/uploads.ts';
import { AppError } from './errors.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A picture whose header has been read: its bytes, or the path of the file that holds them. */
export type UploadedImage = { source: Uint8Array | string; format: ImageFormat; width: number; height: number };

// Every picture is seen once: a cache would only hold on to files and memory.
sharp.cache(false);

/**
 * Recognises a picture by its bytes and reads its size from the header. Nothing is decoded.
 * @param source bytes, or the path of a file
 * @throws AppError unsupportedType, tooLarge, each with a sentence that says what is allowed
 */
export async function inspectImage(source: Uint8Array | string): Promise<UploadedImage> {
  // The signature comes first: of all the formats that sharp can open, only these five may reach it.
  const format = recogniseFormat(await firstBytes(source));
  if (format === null) throw new AppError('unsupportedType', WRONG_FORMAT);
  const { width, height } = await readSize(source, format);
  if (width * height > IMAGE_PIXELS_MAX) throw new AppError('tooLarge', TOO_MANY_PIXELS);
  return { source, format, width, height };
}

async function readSize(source: Uint8Array | string, format: ImageFormat): Promise<{ width: number; height: number }> {
  try {
    const header = await sharp(source, { limitInputPixels: false, failOn: 'none' }).metadata();
    return { width: header.width, height: header.height };
  } catch (cause) {
    const sentence = `The picture is broken (its ${format.toUpperCase()} header can't be read): it must be ${IMAGE_FORMATS}`;
    throw new AppError('unsupportedType', sentence, { cause });
  }
}

/** The format that the first 32 bytes of a file tell of; null if it is none of those allowed. */
export function recogniseFormat(bytes: Uint8Array): ImageFormat | null {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO/IEC 14496-12: a file type box holds the major brand, a version, and the compatible brands, of 4 bytes each.
  const brands = [8, 16, 20, 24, 28].map((start) => text.slice(start, start + 4));
  if (text.startsWith('ftyp', 4) && brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  return null;
}

async function firstBytes(source: Uint8Array | string): Promise<Uint8Array> {
  const length = 32;
  if (typeof source !== 'string') return source.subarray(0, length);
  const file = await open(source);
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
