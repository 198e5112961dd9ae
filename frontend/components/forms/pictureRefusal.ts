import { IMAGE_BYTES_MAX, IMAGE_TYPES, tooManyBytes } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';

/** Why a chosen picture can't be sent, by its type and size; undefined if it can. The server checks its content. */
export function pictureRefusal({ size, type }: File): string | undefined {
  if (size > IMAGE_BYTES_MAX) return tooManyBytes();
  if (type !== '' && !IMAGE_TYPES.some((known) => known === type)) return m.pictures.wrongFormat();
  return undefined;
}
