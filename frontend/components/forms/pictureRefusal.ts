import { IMAGE_BYTES_MAX, IMAGE_FORMATS, IMAGE_TYPES, TOO_MANY_BYTES, WRONG_FORMAT } from '#contract/pictures.ts';

export const UNREADABLE_PICTURE = `We can't read this picture. It must be ${IMAGE_FORMATS}.`;

/** Why a chosen picture can't be sent, by its type and size; undefined if it can. The server checks its content. */
export function pictureRefusal({ size, type }: File): string | undefined {
  if (size > IMAGE_BYTES_MAX) return TOO_MANY_BYTES;
  if (type !== '' && !IMAGE_TYPES.some((known) => known === type)) return WRONG_FORMAT;
  return undefined;
}
