import { derivativeName, type ImageState } from './catalogue.ts';

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

/** Whether there is a picture to show: published, or published before and now being replaced. */
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
