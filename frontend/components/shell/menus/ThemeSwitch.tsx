import { m } from '#messages';
import { chooseTheme, useTheme } from '../../../stores/theme.ts';
import { IconButton } from '../../IconButton.tsx';

/** Switches between the light and dark themes. */
export function ThemeSwitch({ className }: { className?: string }) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      className={className}
      icon={other === 'dark' ? 'moon' : 'sun'}
      label={m.shell.switchTheme({ theme: other })}
      onClick={() => chooseTheme(other)}
    />
  );
}
