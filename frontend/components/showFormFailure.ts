import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldErrors, showFailure } from '../api/errors.ts';

/**
 * Shows why the server rejected a form, in a toast and at each invalid field. Focuses the first of them.
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
  const wrong = known.filter((name) => errors[name] !== undefined);
  for (const name of wrong) form.setError(name, { type: 'server', message: errors[name] });
  if (wrong[0]) form.setFocus(wrong[0]);
}
