import { tooLong, tooManyPixels } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';

/** What rendering any allowed picture may take. An AVIF with 10 bits takes most, the others at most half of it. */
export const PATIENT = { seconds: 30, megabytes: 1100 };

/** Why a picture failed, by what is stored. */
const sentences = {
  broken: m.pictures.broken,
  notAPicture: m.pictures.notAPicture,
  tooManyPixels,
  tooLong,
  takesTooLong: () => m.pictures.takesTooLong(PATIENT),
  takesTooMuch: () => m.pictures.takesTooMuch(PATIENT),
  uploadMissing: m.pictures.uploadMissing,
  serverError: m.pictures.serverError,
};

export type PictureFault = keyof typeof sentences;

/** Why a picture failed, for people. @param failure as it is stored: a fault, or the sentence that earlier releases stored */
export function failureText(failure: string): string {
  return Object.hasOwn(sentences, failure) ? sentences[failure as PictureFault]() : failure;
}
