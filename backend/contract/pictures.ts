import { derivativeName, type ImageState } from './catalogue.ts';

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
