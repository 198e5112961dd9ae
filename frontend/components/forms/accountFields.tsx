import type { ComponentProps } from 'react';
import { PASSWORD_MIN } from '#contract/users.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';

type AccountFieldProps = Partial<ComponentProps<typeof Field>>;

/** The email field of every form. */
export function EmailField(field: AccountFieldProps) {
  return <Field label="Email" type="email" autoComplete="email" required {...field} />;
}

/** The username field: the public name. */
export function UsernameField(field: AccountFieldProps) {
  return (
    <Field label="Username" autoComplete="username" autoCapitalize="none" spellCheck={false} required {...field} />
  );
}

/** A field for a new password, with its length rule. */
export function NewPasswordField(field: Omit<AccountFieldProps, 'type' | 'trailing'>) {
  return (
    <PasswordField
      label="New password"
      autoComplete="new-password"
      hint={`At least ${PASSWORD_MIN} characters.`}
      required
      {...field}
    />
  );
}
