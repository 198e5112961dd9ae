import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldErrors, showFailure } from '../api/errors.ts';

/**
 * Shows why the server rejected a form, in a toast and at each invalid field, and focuses the first one.
 * @param show shows the toast; the dashboard passes its own
 */
export function showFormFailure<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  error: unknown,
  show: (error: unknown) => void = showFailure,
): void {
  show(error);
  const errors = fieldErrors(error);
  const known = Object.keys(form.getValues()) as Path<T>[];
  const invalid = known.filter((name) => errors[name] !== undefined);
  for (const name of invalid) form.setError(name, { type: 'server', message: errors[name] });
  if (invalid[0]) form.setFocus(invalid[0]);
}
