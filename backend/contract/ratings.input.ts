import * as yup from 'yup';
import { wholeNumber } from './numbers.input.ts';
import { RATE_MAX, RATE_MIN } from './ratings.ts';
import { id } from './text.ts';

export const ratingInput = yup.object({
  productId: id('Product is required'),
  productRate: wholeNumber('Rating', RATE_MIN, RATE_MAX),
});
export type RatingInput = yup.InferType<typeof ratingInput>;
