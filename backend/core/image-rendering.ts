import sharp, { type Sharp } from 'sharp';
import { IMAGE_PIXELS_MAX } from '#contract/uploads.ts';
import { type ImageFormat, recogniseFormat } from './image.ts';
import { UnprocessableError } from './unprocessable-error.ts';

/** Neither side of a published picture is longer, in pixels: enough for a whole screen at double density. */
const EDGE_MAX = 2560;
/** A picture that takes longer to decode, in seconds, is an attack, not a picture. */
const DECODING_SECONDS = 30;

const extensions: Record<ImageFormat, string> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  avif: '.webp',
  gif: '.webp',
};

/** How the names of published pictures can end. */
export const publishedExtensions = [...new Set(Object.values(extensions))];

/** How the published picture's name ends, for an upload of this format. */
export function publishedExtension(format: ImageFormat): string {
  return extensions[format];
}

export type RenderedImage = {
  /** Of the picture itself: see publishedExtension. */
  extension: string;
  picture: Uint8Array;
  /** WebP, narrowest first; widths in pixels. */
  derivatives: { width: number; bytes: Uint8Array }[];
};

/**
 * Decodes an upload and draws it anew: upright, in sRGB, without metadata, an animation's first frame, and WebP
 * derivatives at those of `widths` (pixels) that are not wider than it is; if all are, one at its own width.
 * @throws UnprocessableError if it can't be decoded
 */
export async function renderImage(bytes: Uint8Array, widths: readonly number[]): Promise<RenderedImage> {
  const format = recogniseFormat(bytes.subarray(0, 32));
  if (format === null) throw new UnprocessableError('The file is not a picture that the shop can read');
  const pixels = await decode(bytes);
  const draw = () => sharp(pixels.data, { raw: pixels.info });
  const fitting = widths.filter((width) => width <= pixels.info.width);
  const [picture, ...derivatives] = await Promise.all([
    encodePicture(draw(), extensions[format]),
    ...(fitting.length > 0 ? fitting : [pixels.info.width]).map(async (width) => ({
      width,
      bytes: await encodeWebp(draw().resize({ width })),
    })),
  ]);
  return { extension: extensions[format], picture, derivatives };
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
    throw new UnprocessableError('The picture is broken', { cause });
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
