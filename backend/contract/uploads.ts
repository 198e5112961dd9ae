/** The limits of uploaded pictures, which the client checks before it sends one and the server checks again. */

/** In bytes. */
export const MEGABYTE = 1024 * 1024;

export const IMAGE_BYTES_MAX = 10 * MEGABYTE;
export const IMAGE_PIXELS_MAX = 40_000_000;
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** The types and limits in words. */
export const IMAGE_FORMATS = 'JPEG, PNG, WebP, AVIF or GIF';
const BYTES = `${IMAGE_BYTES_MAX / MEGABYTE} MB`;
const PIXELS = `${IMAGE_PIXELS_MAX / 1_000_000} megapixels`;

export const IMAGE_RULES = `${IMAGE_FORMATS}, at most ${BYTES} and ${PIXELS}.`;
export const WRONG_FORMAT = `The picture must be ${IMAGE_FORMATS}`;
export const TOO_MANY_BYTES = `Pictures can be up to ${BYTES}`;
export const TOO_MANY_PIXELS = `Pictures can be up to ${PIXELS}`;
