import * as yup from 'yup';
import { m } from '#messages';
import { wholeNumber } from '../values/numbers.input.ts';
import { id, missing } from '../values/text.ts';
import { RATE_MAX, RATE_MIN } from './ratings.ts';

export const ratingInput = yup.object({
  productId: id(missing(m.fields.product)),
  productRate: wholeNumber(m.fields.rating, RATE_MIN, RATE_MAX),
});
export type RatingInput = yup.InferType<typeof ratingInput>;
