import { derivativeName } from './catalogue.ts';

/** What an uploaded picture may be, for the server that checks it and the client that says so before it sends one. */
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const TOO_MANY_BYTES = 'The picture can have at most 10 MB';
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/**
 * How wide a product's page shows its picture, in the words of the `sizes` attribute: the server has it fetched ahead by
 * the same words. A little less than it is on a phone, where a picture of 640 pixels is sharp enough.
 */
export const PRODUCT_PICTURE_SIZES = '(min-width: 60rem) 40rem, 86vw';

/** Where a picture lies: as it was uploaded, or its derivative of a width in pixels. */
export function pictureAddress(image: string, width?: number): string {
  return `/uploads/${encodeURIComponent(width === undefined ? image : derivativeName(image, width))}`;
}

/** The attributes from which a browser picks the width that fits. Without derivatives it is the picture itself. */
export function pictureSources(image: string, widths: readonly number[]): { src: string; srcSet: string | undefined } {
  const ascending = widths.toSorted((a, b) => a - b);
  return {
    src: pictureAddress(image, ascending.find((width) => width >= 640) ?? ascending.at(-1)),
    srcSet: ascending.map((width) => `${pictureAddress(image, width)} ${width}w`).join(', ') || undefined,
  };
}
