export const RATE_MIN = 1;
export const RATE_MAX = 5;
