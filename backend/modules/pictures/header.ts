import { IMAGE_FORMATS, IMAGE_PIXELS_MAX, TOO_MANY_PIXELS, WRONG_FORMAT } from '#contract/pictures.ts';
import { AppError } from '../../core/errors.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

const extensions: Record<ImageFormat, string> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  avif: '.webp',
  gif: '.webp',
};

/** The extension of the published picture, by the format of its upload. */
export function publishedExtension(format: ImageFormat): string {
  return extensions[format];
}

type ImageHeader = { format: ImageFormat; width: number; height: number };

/**
 * Recognizes a picture by its bytes and reads its size from the header. Nothing is decoded.
 * @throws AppError unsupportedType, tooLarge, each with a message that says what is allowed
 */
export async function readHeader(bytes: Uint8Array): Promise<ImageHeader> {
  // Check the signature first: sharp opens many formats, and only these five may reach it.
  const format = recognizeFormat(bytes);
  if (format === null) throw new AppError('unsupportedType', WRONG_FORMAT);
  const { width, height } = await readSize(bytes, format);
  if (width * height > IMAGE_PIXELS_MAX) throw new AppError('tooLarge', TOO_MANY_PIXELS);
  return { format, width, height };
}

async function readSize(bytes: Uint8Array, format: ImageFormat): Promise<{ width: number; height: number }> {
  // Loaded with the first upload: it takes 8 MB, and most processes of the API never get one.
  const { sharp } = await import('./image-library.ts');
  try {
    const header = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    return { width: header.width, height: header.height };
  } catch (cause) {
    const message = `The picture has an unreadable ${format.toUpperCase()} header. It must be ${IMAGE_FORMATS}.`;
    throw new AppError('unsupportedType', message, { cause });
  }
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
