import { derivativeName, type ImageState } from './catalogue.ts';

/** In bytes. */
export const MEGABYTE = 1024 * 1024;

/** The limits of an upload. The client checks them before sending a picture, and the server checks again. */
export const IMAGE_BYTES_MAX = 10 * MEGABYTE;
export const IMAGE_PIXELS_MAX = 40_000_000;
/** Of the width and of the height, in pixels. */
export const IMAGE_SIDE_MAX = 20_000;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** The types and limits in words. */
export const IMAGE_FORMATS = 'JPEG, PNG, WebP, AVIF or GIF';
const BYTES = `${IMAGE_BYTES_MAX / MEGABYTE} MB`;
const PIXELS = `${IMAGE_PIXELS_MAX / 1_000_000} megapixels`;
const SIDE = `${IMAGE_SIDE_MAX / 1000},000 pixels`;

export const IMAGE_RULES = `${IMAGE_FORMATS}, at most ${BYTES} and ${PIXELS}.`;
export const WRONG_FORMAT = `The picture must be ${IMAGE_FORMATS}`;
export const TOO_MANY_BYTES = `Pictures can be up to ${BYTES}`;
export const TOO_MANY_PIXELS = `Pictures can be up to ${PIXELS}`;
export const TOO_LONG = `Pictures can be up to ${SIDE} wide and ${SIDE} high`;

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
