import type { Sharp } from 'sharp';
import { IMAGE_PIXELS_MAX } from '#contract/pictures.ts';
import { publishedExtension, recognizeFormat } from './header.ts';
import { sharp } from './image-library.ts';

/** The longest side of a published picture in pixels: enough for a full screen at double density. */
const EDGE_MAX = 2560;
/** A picture that takes more seconds to decode is an attack. */
const DECODING_SECONDS = 30;

export type RenderedPicture = {
  /** The picture's own extension; derivatives are WebP. */
  extension: string;
  picture: Uint8Array;
  /** WebP, narrowest first; widths in pixels. */
  derivatives: { width: number; bytes: Uint8Array }[];
};

/** A picture can't be decoded. The message is safe to show; the cause is the library's error. */
export class BrokenPictureError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokenPictureError';
  }

  /** The message with its cause, for operators. */
  get detail(): string {
    return this.cause instanceof Error ? `${this.message}: ${this.cause.message}` : this.message;
  }
}

/**
 * Decodes an upload and re-encodes it: upright, in sRGB, without metadata, and only the first frame of an animation.
 * Also renders WebP derivatives at the `widths` (pixels) that don't enlarge it, or at its own width if all would.
 * @throws BrokenPictureError if it can't be decoded
 */
export async function renderPicture(bytes: Uint8Array, widths: readonly number[]): Promise<RenderedPicture> {
  const format = recognizeFormat(bytes);
  if (format === null) throw new BrokenPictureError('The file is not a picture');
  const extension = publishedExtension(format);
  const pixels = await decode(bytes);
  const draw = () => sharp(pixels.data, { raw: pixels.info });
  const fitting = widths.filter((width) => width <= pixels.info.width);
  const [picture, ...derivatives] = await Promise.all([
    encodePicture(draw(), extension),
    ...(fitting.length > 0 ? fitting : [pixels.info.width]).map(async (width) => ({
      width,
      bytes: await encodeWebp(draw().resize({ width })),
    })),
  ]);
  return { extension, picture, derivatives };
}

async function decode(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new BrokenPictureError('The picture is broken', { cause });
  }
}

function encodePicture(drawing: Sharp, extension: string): Promise<Uint8Array> {
  if (extension === '.jpg') return drawing.jpeg({ quality: 85 }).toBuffer();
  if (extension === '.png') return drawing.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  return encodeWebp(drawing);
}

function encodeWebp(drawing: Sharp): Promise<Uint8Array> {
  return drawing.webp({ quality: 86, effort: 3 }).toBuffer();
}
