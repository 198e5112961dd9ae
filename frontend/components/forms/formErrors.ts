import type { FieldError } from 'react-hook-form';

/** What is wrong with fields, by their names, as a form's resolver returns it. */
export function formErrors(problems: Readonly<Record<string, string>>): Record<string, FieldError> {
  const errors = Object.entries(problems).map(([field, message]) => [field, { type: 'required', message }] as const);
  return Object.fromEntries(errors);
}
