import * as yup from 'yup';
import { id, number } from './text.ts';

export const RATE_MIN = 1;
export const RATE_MAX = 5;

const wrongRate = `Rating must be a whole number from ${RATE_MIN} to ${RATE_MAX}`;

export const ratingInput = yup.object({
  productId: id('Product is required'),
  productRate: number(wrongRate).integer(wrongRate).min(RATE_MIN, wrongRate).max(RATE_MAX, wrongRate),
});
export type RatingInput = yup.InferType<typeof ratingInput>;

export const LOGIN_TO_RATE = 'Please login to rate this product';
export const ALREADY_RATED = 'You have already rated this product';
