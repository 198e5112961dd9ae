export const RATE_MIN = 1;
export const RATE_MAX = 5;

export const LOGIN_TO_RATE = 'Please login to rate this product';
export const ALREADY_RATED = 'You have already rated this product';
