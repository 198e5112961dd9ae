import { type ComponentProps, useState } from 'react';
import { m } from '#messages';
import { IconButton } from '../IconButton.tsx';
import { Field } from './Field.tsx';

/** A password field with a button that shows the password. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? m.forms.hidePassword() : m.forms.showPassword()}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
