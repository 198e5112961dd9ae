import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

/** A field for the code of an authenticator app, or for a recovery code in its place. */
export function CodeField({
  isRecovery = false,
  ...field
}: Partial<ComponentProps<typeof Field>> & { isRecovery?: boolean }) {
  if (isRecovery) {
    return (
      <Field
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...field}
      />
    );
  }
  return (
    <Field
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="6 digits, from your authenticator app."
      required
      {...field}
    />
  );
}
