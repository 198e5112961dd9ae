import { m } from '#messages';
import { derivativeName, type ImageState } from './catalogue.ts';

/** In bytes. */
export const MEGABYTE = 1024 * 1024;

/** The limits of an upload. The client checks them before sending a picture, and the server checks again. */
export const IMAGE_BYTES_MAX = 10 * MEGABYTE;
export const IMAGE_PIXELS_MAX = 40_000_000;
/** Of the width and of the height, in pixels. */
export const IMAGE_SIDE_MAX = 20_000;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** The limits, as messages name them. */
const limits = {
  megabytes: IMAGE_BYTES_MAX / MEGABYTE,
  megapixels: IMAGE_PIXELS_MAX / 1_000_000,
  side: IMAGE_SIDE_MAX,
};

export const imageRules = () => m.pictures.rules(limits);
export const tooManyBytes = () => m.pictures.tooManyBytes(limits);
export const tooManyPixels = () => m.pictures.tooManyPixels(limits);
export const tooLong = () => m.pictures.tooLong(limits);

/** The path of a picture in its original size, or of its derivative with a width in pixels. */
export function pictureAddress(image: string, width?: number): string {
  return `/uploads/${encodeURIComponent(width === undefined ? image : derivativeName(image, width))}`;
}

/** Whether a published picture exists, even if a replacement is in progress. */
export function isPictureReady({
  image,
  imageWidths,
  imageState = 'ready',
}: {
  image: string;
  imageWidths: readonly number[];
  imageState?: ImageState;
}): boolean {
  return image !== '' && (imageWidths.length > 0 || imageState === 'ready');
}
