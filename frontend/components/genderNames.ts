import type { Gender } from '#contract/users.ts';

/** What people read of a gender; '' where it is not set. */
export const genderNames: Record<Gender, string> = { male: 'Male', female: 'Female', '': '' };
