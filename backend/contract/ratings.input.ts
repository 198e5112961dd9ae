import * as yup from 'yup';
import { RATE_MAX, RATE_MIN } from './ratings.ts';
import { id, number } from './text.ts';

const wrongRate = `Rating must be a whole number from ${RATE_MIN} to ${RATE_MAX}`;

export const ratingInput = yup.object({
  productId: id('Product is required'),
  productRate: number(wrongRate).integer(wrongRate).min(RATE_MIN, wrongRate).max(RATE_MAX, wrongRate),
});
export type RatingInput = yup.InferType<typeof ratingInput>;
