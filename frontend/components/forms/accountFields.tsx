import type { ComponentProps } from 'react';
import { useSnapshot } from 'valtio';
import { PASSWORD_MIN } from '#contract/users/users.ts';
import { m } from '#messages';
import { session } from '../../stores/session.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';

type AccountFieldProps = Partial<ComponentProps<typeof Field>>;

/** The email field of a form without a password. */
export function EmailField(field: AccountFieldProps) {
  return <Field label={m.forms.email()} type="email" autoComplete="email" required {...field} />;
}

/** The email field of a form with a password: the name of the login. */
export function LoginEmailField(field: AccountFieldProps) {
  return <EmailField autoComplete="username" {...field} />;
}

/** Tells password managers which login a form's password belongs to: by default that of this session. */
export function LoginName({ email }: { email?: string | null }) {
  const { user } = useSnapshot(session);
  return <input type="email" autoComplete="username" value={email ?? user?.email ?? ''} readOnly hidden />;
}

/** The username field: the public name, which is not the name of the login. */
export function UsernameField(field: AccountFieldProps) {
  return (
    <Field
      label={m.forms.username()}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
    />
  );
}

/** A field for a new password, with its length rule. */
export function NewPasswordField(field: Omit<AccountFieldProps, 'type' | 'trailing'>) {
  return (
    <PasswordField
      label={m.forms.newPassword()}
      autoComplete="new-password"
      hint={m.forms.passwordHint({ min: PASSWORD_MIN })}
      required
      {...field}
    />
  );
}
