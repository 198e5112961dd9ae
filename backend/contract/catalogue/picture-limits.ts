import { m } from '#messages';

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
