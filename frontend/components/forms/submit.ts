import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { errorMessage, fieldErrors, showFailure } from '../../api/errors.ts';

/**
 * Shows why the server rejected a form, in a toast and at each invalid field, and focuses the first one. Without such a
 * field, the reason is the form's root error.
 */
export function showFormFailure<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  error: unknown,
): void {
  showFailure(error);
  const errors = fieldErrors(error);
  // A field may be part of a value, such as `family.name`.
  const known = Object.keys(form.getValues());
  const invalid = known.flatMap((name) =>
    Object.keys(errors).filter((field) => field === name || field.startsWith(`${name}.`)),
  ) as Path<T>[];
  for (const name of invalid) form.setError(name, { type: 'server', message: errors[name] });
  if (invalid[0]) form.setFocus(invalid[0]);
  else form.setError('root', { message: errorMessage(error) });
}

/** A form's submit handler, which sends valid values and shows why the server rejects them. */
export function submitOf<T extends FieldValues, Sent>(
  form: UseFormReturn<T, unknown, Sent>,
  send: (values: Sent) => unknown,
) {
  return form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      showFormFailure(form, error);
    }
  });
}
