import sharp, { type Sharp } from 'sharp';
import { IMAGE_PIXELS_MAX } from '#contract/catalogue/picture-limits.ts';
import { faultOfSize, publishedExtensions, recognizeFormat } from './header.ts';
import { BrokenPictureError, type RenderedPicture } from './rendered-picture.ts';

// Every picture is read once, so a cache would only hold files and memory.
sharp.cache(false);

/** The longest side of a published picture in pixels: enough for a full screen at double density. */
const EDGE_MAX = 2560;

/** For operators. */
const BROKEN = 'The picture is broken';

/**
 * Decodes an upload and re-encodes it: upright, in sRGB, without metadata, and only the first frame of an animation.
 * Also renders WebP derivatives at the `widths` (pixels) that don't enlarge it, or at its own width if all would.
 * @throws BrokenPictureError if it can't be decoded
 */
export async function renderPicture(bytes: Uint8Array, widths: readonly number[]): Promise<RenderedPicture> {
  // sharp opens many formats, and only these five may reach it.
  const format = recognizeFormat(bytes);
  if (format === null) throw new BrokenPictureError('notAPicture', 'The file is not a picture');
  const extension = publishedExtensions[format];
  const pixels = await decodeWhole(bytes, format === 'jpeg');
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

/** Marks the end of a JPEG (ITU T.81, B.1.1.3). */
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** @throws BrokenPictureError, also if only rows of pixels are missing */
async function decodeWhole(bytes: Uint8Array, isJpeg: boolean) {
  try {
    return await decode(bytes, 'error').catch((cause) => {
      if (!isJpeg || cause instanceof BrokenPictureError) throw cause;
      // Browsers show a JPEG that lacks only its end. With it, any missing row is a warning.
      return decode(Buffer.concat([bytes, JPEG_END]), 'warning').catch(() => Promise.reject(cause));
    });
  } catch (cause) {
    if (cause instanceof BrokenPictureError) throw cause;
    throw new BrokenPictureError('broken', cause instanceof Error ? `${BROKEN}: ${cause.message}` : BROKEN);
  }
}

async function decode(bytes: Uint8Array, failOn: 'error' | 'warning') {
  const upload = sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn, pages: 1 });
  // The decoder may see another size than the API.
  const fault = faultOfSize(await upload.metadata());
  if (fault !== null) throw new BrokenPictureError(fault, 'The picture is too large');
  return await upload
    .autoOrient()
    .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

function encodePicture(drawing: Sharp, extension: string): Promise<Uint8Array> {
  if (extension === '.jpg') return drawing.jpeg({ quality: 85 }).toBuffer();
  if (extension === '.png') return drawing.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  return encodeWebp(drawing);
}

function encodeWebp(drawing: Sharp): Promise<Uint8Array> {
  return drawing.webp({ quality: 86, effort: 3 }).toBuffer();
}
