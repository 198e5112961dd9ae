import type { Gender } from '#contract/users/users.ts';
import { m } from '#messages';

const names = { male: m.forms.male, female: m.forms.female, '': () => '' } satisfies Record<Gender, () => string>;

/** The display name of a gender; '' if it is not set. */
export function genderName(gender: Gender): string {
  return names[gender]();
}
