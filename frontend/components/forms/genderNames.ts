import type { Gender } from '#contract/users.ts';

/** The display name of each gender; '' if not set. */
export const genderNames: Record<Gender, string> = { male: 'Male', female: 'Female', '': '' };
