/**
 * `processing` until the worker has published the picture, `failed` if processing failed, `none` without a picture, which
 * only an import allows.
 */
export const imageStates = ['processing', 'ready', 'failed', 'none'] as const;
export type ImageState = (typeof imageStates)[number];

/** The widths of derivatives in pixels; none is wider than the upload. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** The file name of a picture's derivative at a width in pixels: `name-640.webp` beside `name.jpg`. */
export function derivativeName(image: string, width: number): string {
  return `${image.replace(/\.[^.]*$/, '')}-${width}.webp`;
}

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
