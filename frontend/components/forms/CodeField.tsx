import type { ComponentProps } from 'react';
import { m } from '#messages';
import { Field } from './Field.tsx';

/** A field for the code of an authenticator app, or for a recovery code in its place. */
export function CodeField({
  isRecovery = false,
  ...field
}: Partial<ComponentProps<typeof Field>> & { isRecovery?: boolean }) {
  if (isRecovery) {
    return (
      <Field
        label={m.forms.recoveryCode()}
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
      label={m.forms.code()}
      inputMode="numeric"
      autoComplete="one-time-code"
      hint={m.forms.codeHint()}
      required
      {...field}
    />
  );
}
