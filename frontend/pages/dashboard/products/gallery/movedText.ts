import { m } from '#messages';

/** Says that a picture was moved. @param place from 0 */
export function movedText(place: number, count: number): string {
  if (place === 0) return m.products.pictureMovedFirst({ count });
  return m.products.pictureMoved({ place: place + 1, count });
}
