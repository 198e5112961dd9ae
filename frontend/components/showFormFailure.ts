import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, showFailure } from '../api/errors.ts';

/**
 * Tells why a form was refused: in a toast, and at each field that the server named, the first of which gets the focus.
 * @param tell shows the toast; the dashboard has a way of its own
 */
export function showFormFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  tell: (error: unknown) => void = showFailure,
): void {
  tell(error);
  if (!(error instanceof ApiError)) return;
  const known = Object.keys(form.getValues()) as Path<T>[];
  const wrong = known.filter((name) => error.fields[name] !== undefined);
  for (const name of wrong) form.setError(name, { type: 'server', message: error.fields[name] });
  if (wrong[0]) form.setFocus(wrong[0]);
}
